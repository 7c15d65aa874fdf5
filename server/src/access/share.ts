import type { shareDocument as endpoint, Grant } from '@deedbox/contract/access.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, eq } from 'drizzle-orm'
import { inviteGuest } from '../accounts/invite.ts'
import type { Acting, WriteCtx } from '../context/context.ts'
import { profiles } from '../db/tables/accounts.ts'
import { documentAccess } from '../db/tables/documents.ts'
import { enqueueTyped } from '../mail/outside.ts'
import { chosenEnd } from '../platform/chosen-end.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import type { SharedMail } from './access.emails.tsx'
import { expire } from './end.ts'
import { findDocument, type StoredDocument } from './find.ts'
import { endOf, type GrantRow, isOver, toGrant } from './grants.ts'

/** Who gets what access. `client`: the client of their request. `raise`: an active grant keeps its better terms. */
export type GrantInput = SchemaOutput<typeof endpoint.body> & {
  client?: Pick<GrantRow, 'clientName' | 'clientEmail'>
  raise?: true
}
type Recipient = { userId: string | null; userName: string; invitation: string | null }

/**
 * Grants a person access and queues the mail, in the transaction of `ctx` (specification, sections 4 and 5).
 * @returns the grant and the id of its mail
 */
export async function shareDocument(
  ctx: Acting<WriteCtx>,
  documentId: string,
  input: GrantInput,
  services: Pick<Services, 'mail'>,
): Promise<{ grant: Grant; mailId: string }> {
  const { row, document, invitation } = await grantAccess(ctx, documentId, input)
  const data: SharedMail = {
    documentId,
    title: document.title,
    senderName: ctx.actor.name,
    senderEmail: ctx.actor.email,
    message: row.notes ?? '',
    level: row.accessLevel,
    ends: (endOf(row) ?? ctx.now).toISOString(),
    invitation,
  }
  return {
    grant: toGrant(row, document, ctx.now),
    mailId: await enqueueTyped(services, ctx, 'document_shared', row.userEmail, data),
  }
}

/**
 * Grants a person access to a document that the actor handles, with its audit event and without a mail. With a day,
 * the end of that day is both dates of the grant; without one it ends after 540 days.
 * @param details more details of the audit event
 * @throws Refusal 'document-not-found', 'not-allowed', 'recipient-…', 'expiry-…'
 */
export async function grantAccess(
  ctx: Acting<WriteCtx>,
  documentId: string,
  input: GrantInput,
  details: Record<string, unknown> = {},
): Promise<{ row: GrantRow; document: StoredDocument; invitation: string | null }> {
  // The lock makes two shares at once, or a share and a deletion, run one after the other.
  const { document, can } = await findDocument(ctx, documentId, { lock: true })
  if (!can.share) throw new Refusal('not-allowed')
  const dates = datesOf(input, ctx.now, ctx.settings.timeZone)
  const recipient = await findRecipient(ctx, document, input)
  const row = await upsertGrant(ctx, documentId, input, recipient, dates)
  await ctx.audit({
    event: 'access_granted',
    documentId,
    accessId: row.id,
    subjectEmail: row.userEmail,
    notes: row.notes ?? undefined,
    details: { level: row.accessLevel, expiresAt: endOf(row)?.toISOString(), ...details },
  })
  return { row, document, invitation: recipient.invitation }
}

type Dates = Pick<GrantRow, 'expiresAt' | 'autoRevokeDate'>

function datesOf({ expiresOn }: GrantInput, now: Date, timeZone: string): Dates {
  if (!expiresOn)
    return {
      expiresAt: null,
      autoRevokeDate: new Date(now.getTime() + limits.autoRevokeDays * 86_400_000),
    }
  const end = chosenEnd(expiresOn, now, timeZone)
  return { expiresAt: end, autoRevokeDate: end }
}

async function findRecipient(
  ctx: Acting<WriteCtx>,
  document: StoredDocument,
  { email, invite }: GrantInput,
): Promise<Recipient> {
  const [person] = await ctx.tx.select().from(profiles).where(eq(profiles.email, email))
  if (person) {
    if (person.id === document.ownerId) throw new Refusal('recipient-owner')
    if (person.role === 'trustee' && !person.confirmedAt) throw new Refusal('recipient-unconfirmed')
    return { userId: person.id, userName: person.name, invitation: null }
  }
  if (!invite) throw new Refusal('recipient-unknown', { values: { email } })
  const { id: invitation } = await inviteGuest(ctx, { email, expiresOn: invite.expiresOn })
  return { userId: null, userName: email, invitation }
}

/** Keeps one active grant for a person and a document: an active one gets the new terms, one that has ended is expired first. */
async function upsertGrant(
  ctx: Acting<WriteCtx>,
  documentId: string,
  { email, message, accessLevel, client, raise }: GrantInput,
  { userId, userName }: Recipient,
  dates: Dates,
): Promise<GrantRow> {
  const terms = { accessLevel, notes: message || null, ...client, ...dates }
  const active = and(
    eq(documentAccess.documentId, documentId),
    eq(documentAccess.userEmail, email),
    eq(documentAccess.status, 'active'),
  )
  const [held] = await ctx.tx.select().from(documentAccess).where(active).for('update')
  if (held && isOver(held, ctx.now)) await expire(ctx, held)
  const [row] =
    held && !isOver(held, ctx.now)
      ? await ctx.tx
          .update(documentAccess)
          .set(raise ? { ...terms, ...better(held, terms) } : terms)
          .where(eq(documentAccess.id, held.id))
          .returning()
      : await ctx.tx
          .insert(documentAccess)
          .values({
            ...terms,
            documentId,
            userId,
            userEmail: email,
            userName,
            grantedBy: ctx.actor.id,
            grantedByName: ctx.actor.name,
            grantedAt: ctx.now,
          })
          .returning()
  if (!row) throw new Error('A grant was not written')
  return row
}

type Terms = Dates & Pick<GrantRow, 'accessLevel' | 'notes'>

/** The higher level, the later end and the newer notes of the two. */
function better(held: Terms, input: Terms): Terms {
  const { expiresAt, autoRevokeDate } = Number(endOf(held)) > Number(endOf(input)) ? held : input
  const accessLevel = held.accessLevel === 'download' ? held.accessLevel : input.accessLevel
  return { accessLevel, expiresAt, autoRevokeDate, notes: input.notes ?? held.notes }
}
