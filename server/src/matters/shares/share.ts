import { limits } from '@deedbox/contract/limits.ts'
import type { shareMatter as endpoint } from '@deedbox/contract/matter-shares.ts'
import { asc } from 'drizzle-orm'
import { documents } from '../../db/tables/documents.ts'
import { matterShares } from '../../db/tables/matters.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import { permitTyped } from '../../kernel/mail/outside.ts'
import type { Services } from '../../kernel/services.ts'
import { chosenEnd } from '../../platform/chosen-end.ts'
import { Refusal } from '../../platform/errors.ts'
import { idInOrder } from '../../platform/ids.ts'
import { aboutMatter, lockMatter, type StoredMatter } from '../../policy/matters.ts'
import { type Pair, type Planned, planGrants } from '../../sharing/grants/grant-plan.ts'
import { writeGrants } from '../../sharing/grants/grant-write.ts'
import { inviteIfUnknown } from '../../sharing/grants/share.ts'
import { enqueueMail } from '../../sharing/grants/share-many.ts'
import { ofToday, running } from './list.ts'

type Body = Input<typeof endpoint>['body']
type Result = Answer<typeof endpoint>['results'][number]
type Mail = { email: string; id: string }
type Writing = { who: Planned & { input: { matterShareId: string } }; pairs: Pair[] }

/** Ends the transaction in which everybody was refused. */
class NobodyGiven extends Error {
  readonly results: Result[]
  constructor(results: Result[]) {
    super('The matter was shared with nobody')
    this.results = results
  }
}

/**
 * Shares the documents that are in a matter today with people, in one transaction and by the rules of a share of many (ADR 41, 83); with `later` those too that
 * enter it until the end of the share (policy/matter-shares.ts). Where a person has access already, or the document is theirs, it stays as it is.
 * @throws Refusal 'matter-not-found', 'not-allowed', 'matter-empty', 'matter-too-large', 'matter-share-limit', 'expiry-…'
 */
export async function shareMatter(
  services: Services,
  raw: Raw<typeof endpoint>,
  matterId: string,
  body: Body,
): Promise<Answer<typeof endpoint>> {
  const { results, mails } = await raw
    .transact((ctx) => shareWithAll(services, ctx, matterId, body))
    .catch((error: unknown) => {
      if (error instanceof NobodyGiven) return { results: error.results, mails: [] }
      throw error
    })
  const sent = await Promise.all(mails.map(({ id }) => services.mail.wasSent(id)))
  return { results, mails: mails.map(({ email }, n) => ({ email, sent: sent[n] ?? false })) }
}

async function shareWithAll(
  services: Services,
  ctx: Acting<WriteCtx>,
  matterId: string,
  { recipients, later, expiresOn, accessLevel, message }: Body,
): Promise<{ results: Result[]; mails: Mail[] }> {
  const matter = await lockMatter(ctx, matterId)
  const endsAt = chosenEnd(expiresOn, ctx.now, ctx.settings.timeZone)
  const byEmail = new Map(recipients.map((one) => [one.email, one]))
  const documentIds = await documentsToday(ctx, matterId, byEmail.size)
  const has = await sharedWith(ctx, matterId)
  if (has.size + byEmail.size > limits.matterShares) throw new Refusal('matter-share-limit')
  const inputs = [...byEmail.values()]
    .sort((one, other) => (one.email < other.email ? -1 : 1))
    .map(({ email, invite }) => ({
      ...{ email, invite, expiresOn, accessLevel, message },
      matterShareId: idInOrder(ctx.now),
    }))
  const ids = new Map(inputs.map(({ email, matterShareId }) => [email, matterShareId]))
  const results: Result[] = []
  const mails: Mail[] = []
  const writing: Writing[] = []
  // Mails follow one after the other: each counts towards the limit of the next.
  for (const planned of await planGrants(ctx, documentIds, inputs)) {
    const { email } = planned.input
    const who = { ...planned, input: { ...planned.input, matterShareId: ids.get(email) ?? '' } }
    const pairs = who.pairs.filter(({ result }) => result === 'granted')
    const refusal =
      (has.has(email) ? new Refusal('matter-shared') : who.refusal) ??
      nothingFor(who, later) ??
      (await limitOf(ctx, email))
    if (refusal) {
      const error = { code: refusal.code, message: refusal.message }
      results.push({ email, shareId: null, given: 0, kept: 0, error })
      continue
    }
    const kept = who.pairs.filter(({ result }) => result === 'already').length
    if (pairs.length > 0) {
      const invitation = await inviteIfUnknown(ctx, who)
      mails.push({ email, id: await enqueueMail(services, ctx, pairs, who.input, invitation, later) })
    }
    writing.push({ who, pairs })
    results.push({ email, shareId: who.input.matterShareId, given: pairs.length, kept, error: null })
  }
  if (writing.length === 0) throw new NobodyGiven(results)
  await write(ctx, matter, writing, { later, endsAt, accessLevel, message })
  return { results, mails }
}

/** The refusal of a person who can be given nothing, as they own all documents, and nothing more may come. */
const nothingFor = ({ pairs }: Planned, later: boolean): Refusal | null =>
  later || pairs.some(({ result }) => result !== 'refused') ? null : (pairs[0]?.refusal ?? null)

/** The documents that are in the matter now, as many as can be given to so many people at once. */
async function documentsToday(ctx: Acting<WriteCtx>, matterId: string, people: number): Promise<string[]> {
  const limit = limits.matterGrants
  const rows = await ctx.tx
    .select({ id: documents.id })
    .from(documents)
    .where(ofToday(ctx, matterId))
    .orderBy(asc(documents.id))
    .limit(limit + 1)
  if (rows.length === 0) throw new Refusal('matter-empty')
  if (rows.length * people > limit) throw new Refusal('matter-too-large', { values: { limit } })
  return rows.map(({ id }) => id)
}

async function sharedWith({ tx, now }: WriteCtx, matterId: string): Promise<Set<string>> {
  const rows = await tx
    .select({ email: matterShares.userEmail })
    .from(matterShares)
    .where(running(matterId, now))
  return new Set(rows.map(({ email }) => email))
}

/** The limit of mails to people outside that this person would exceed, before anything of them is written. */
async function limitOf(ctx: Acting<WriteCtx>, email: string): Promise<Refusal | null> {
  try {
    await permitTyped(ctx, email)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

async function write(
  ctx: Acting<WriteCtx>,
  matter: StoredMatter,
  writing: readonly Writing[],
  { later, endsAt, accessLevel, message }: Pick<Body, 'later' | 'accessLevel' | 'message'> & { endsAt: Date },
): Promise<void> {
  await ctx.tx.insert(matterShares).values(
    writing.map(({ who }) => ({
      id: who.input.matterShareId,
      matterId: matter.id,
      userEmail: who.input.email,
      ...{ accessLevel, later, endsAt, notes: message || null },
      givenBy: ctx.actor.id,
      givenByName: ctx.actor.name,
      givenAt: ctx.now,
    })),
  )
  await writeGrants(ctx, writing)
  await ctx.audit(
    ...writing.map(({ who, pairs }) => ({
      event: 'matter_shared' as const,
      subjectEmail: who.input.email,
      notes: message || undefined,
      details: {
        ...aboutMatter(matter),
        matterShareId: who.input.matterShareId,
        grants: pairs.length,
        ...{ level: accessLevel, expiresAt: endsAt.toISOString(), later },
      },
    })),
  )
}
