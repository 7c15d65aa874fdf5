import { dayMs, daysAfter } from '@deedbox/contract/durations.ts'
import type { accessLevels } from '@deedbox/contract/grants.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { documentAccess } from '../../db/tables/documents.ts'
import { invitedGuestEnd } from '../../identity/accounts/invite.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock, sharedAdvisoryLock } from '../../kernel/context/lock.ts'
import { chosenEnd } from '../../platform/chosen-end.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Found, findDocuments, type StoredDocument } from '../../policy/find.ts'
import { endOf, type GrantRow, isOver } from '../../policy/grants.ts'

/** Input of a grant: who gets what access. `client`: the client of their request. `raise`: an active grant keeps its better terms. */
export type GrantInput = {
  email: string
  expiresOn: string | null
  accessLevel: (typeof accessLevels)[number]
  message: string
  /** Invitation as a guest of the person with an unknown email. */
  invite: { expiresOn: string | null } | null
  client?: Pick<GrantRow, 'clientName' | 'clientEmail'>
  raise?: true
  /** Share of a matter by which it is given: an active grant stays as it is. */
  matterShareId?: string
}

export type Terms = Pick<GrantRow, 'accessLevel' | 'notes' | 'expiresAt' | 'autoRevokeDate'>
type Person = typeof profiles.$inferSelect

/** Pair of one document and one person: what would happen, or why it may not. */
export type Pair = {
  documentId: string
  document: StoredDocument | null
  /** Grant of theirs that is active. */
  held: GrantRow | null
  /** Grant of theirs that has ended and is not marked yet. */
  over: GrantRow | null
  terms: Terms | null
  result: 'granted' | 'changed' | 'already' | 'refused'
  refusal: Refusal | null
}

/**
 * Plan for one person, with a pair for each document. `person` is null without an account: then they are invited first. `refusal`: whatever the document,
 * they get nothing.
 */
export type Planned = { input: GrantInput; person: Person | null; pairs: Pair[]; refusal: Refusal | null }

/**
 * Decides what each of these people gets on each of these documents (specification, sections 4 and 5), and writes
 * nothing. Locks in one order: documents by id, emails without an account, grants by id.
 */
export async function planGrants(
  ctx: Acting<WriteCtx>,
  documentIds: readonly string[],
  inputs: readonly GrantInput[],
): Promise<Planned[]> {
  // The lock makes two shares at once, or a share and a deletion, run one after the other.
  const visible = new Map(
    (await findDocuments(ctx, documentIds, { lock: true })).map((one) => [one.document.id, one]),
  )
  const people = await findPeople(ctx, inputs)
  const held = await heldGrants(ctx, [...visible.keys()], inputs)
  const ids = [...new Set(documentIds)].sort()
  return inputs.map((input) => {
    const person = people.get(input.email) ?? null
    const terms = orRefusal(() => termsOf(input, ctx))
    return {
      input,
      person,
      refusal: terms instanceof Refusal ? terms : personRefusal(ctx, undefined, person, input),
      pairs: ids.map((documentId) => {
        const one = visible.get(documentId)
        const grant = held.get(`${documentId} ${input.email}`) ?? null
        const refusal =
          documentRefusal(one) ??
          (terms instanceof Refusal ? terms : null) ??
          personRefusal(ctx, one?.document, person, input)
        return toPair(documentId, one?.document ?? null, grant, { input, terms, refusal, now: ctx.now })
      }),
    }
  })
}

const documentRefusal = (found: Found | undefined): Refusal | null => {
  if (!found) return new Refusal('document-not-found')
  return found.can.share ? null : new Refusal('not-allowed')
}

function personRefusal(
  ctx: Acting<WriteCtx>,
  document: StoredDocument | undefined,
  person: Person | null,
  { email, invite }: GrantInput,
): Refusal | null {
  if (person) {
    if (person.id === document?.ownerId) return new Refusal('recipient-owner')
    if (person.role === 'trustee' && !person.confirmedAt) return new Refusal('recipient-unconfirmed')
    return null
  }
  if (!invite) return new Refusal('recipient-unknown', { values: { email } })
  const end = orRefusal(() => invitedGuestEnd(ctx, invite))
  return end instanceof Refusal ? end : null
}

function orRefusal<T>(decide: () => T): T | Refusal {
  try {
    return decide()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Returns the terms of a grant. A chosen day is both dates of its end; without one it ends after 540 days. */
function termsOf({ expiresOn, accessLevel, message }: GrantInput, { now, settings }: WriteCtx): Terms {
  const notes = message || null
  if (!expiresOn) {
    const autoRevokeDate = daysAfter(now, limits.autoRevokeDays)
    return { accessLevel, notes, expiresAt: null, autoRevokeDate }
  }
  const end = chosenEnd(expiresOn, now, settings.timeZone)
  return { accessLevel, notes, expiresAt: end, autoRevokeDate: end }
}

function toPair(
  documentId: string,
  document: StoredDocument | null,
  grant: GrantRow | null,
  given: { input: GrantInput; terms: Terms | Refusal; refusal: Refusal | null; now: Date },
): Pair {
  const { input, refusal, now } = given
  const held = grant && !isOver(grant, now) ? grant : null
  const over = grant && isOver(grant, now) ? grant : null
  if (refusal || given.terms instanceof Refusal)
    return { documentId, document, held, over, terms: null, result: 'refused', refusal }
  if (held && input.matterShareId)
    return { documentId, document, held, over, terms: held, result: 'already', refusal: null }
  const terms = held && input.raise ? better(held, given.terms) : given.terms
  const result = !held ? 'granted' : isSame(held, terms) ? 'already' : 'changed'
  return { documentId, document, held, over, terms, result, refusal: null }
}

/** Returns the higher level, the later end and the newer notes of the two. */
function better(held: Terms, input: Terms): Terms {
  const { expiresAt, autoRevokeDate } = Number(endOf(held)) > Number(endOf(input)) ? held : input
  const accessLevel = held.accessLevel === 'download' ? held.accessLevel : input.accessLevel
  return { accessLevel, expiresAt, autoRevokeDate, notes: input.notes ?? held.notes }
}

/** Tells whether the terms change nothing. If no day was chosen, an end that is less than a day later is the same. */
function isSame(held: Terms, terms: Terms): boolean {
  if (held.accessLevel !== terms.accessLevel || held.notes !== terms.notes) return false
  if (Number(held.expiresAt) !== Number(terms.expiresAt)) return false
  const later = Math.abs(Number(held.autoRevokeDate) - Number(terms.autoRevokeDate))
  return terms.expiresAt === null ? later < dayMs : later === 0
}

/** Accounts by email. Emails without one are locked, so that none is made in the meantime. */
async function findPeople(
  ctx: Acting<WriteCtx>,
  inputs: readonly GrantInput[],
): Promise<Map<string, Person>> {
  const read = async (emails: string[]) =>
    emails.length === 0 ? [] : ctx.tx.select().from(profiles).where(inArray(profiles.email, emails))
  const known = await read(inputs.map(({ email }) => email))
  const all = new Map(known.map((person) => [person.email, person]))
  const unknown = inputs.filter(({ email, invite }) => invite && !all.has(email)).map(({ email }) => email)
  for (const email of unknown.sort()) await advisoryLock(ctx, `email ${email}`)
  if (unknown.length > 0) await sharedAdvisoryLock(ctx, 'invitations')
  for (const person of await read(unknown)) all.set(person.email, person)
  return all
}

async function heldGrants(
  ctx: Acting<WriteCtx>,
  documentIds: string[],
  inputs: readonly GrantInput[],
): Promise<Map<string, GrantRow>> {
  if (documentIds.length === 0) return new Map()
  const emails = inputs.map(({ email }) => email)
  const rows = await ctx.tx
    .select()
    .from(documentAccess)
    .where(
      and(
        inArray(documentAccess.documentId, documentIds),
        inArray(documentAccess.userEmail, emails),
        eq(documentAccess.status, 'active'),
      ),
    )
    .orderBy(asc(documentAccess.id))
    .for('update')
  return new Map(rows.map((row) => [`${row.documentId} ${row.userEmail}`, row]))
}
