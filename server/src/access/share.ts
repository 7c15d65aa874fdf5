import type { shareDocument as endpoint, Grant } from '@deedbox/contract/access.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, eq } from 'drizzle-orm'
import { inviteGuest } from '../accounts/invite.ts'
import type { Acting, WriteCtx } from '../context/context.ts'
import { profiles } from '../db/tables/accounts.ts'
import { documentAccess } from '../db/tables/documents.ts'
import { promiseTyped } from '../mail/outside.ts'
import { chosenEnd } from '../platform/chosen-end.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import type { SharedMail } from './access.emails.tsx'
import { expire } from './end.ts'
import { findDocument, type StoredDocument } from './find.ts'
import { endOf, type GrantRow, isOver, toGrant } from './grants.ts'

/** What is granted to whom. `client`: for whom they asked. `raise`: a live grant keeps what is better than this. */
export type Wish = SchemaOutput<typeof endpoint.body> & {
  client?: Pick<GrantRow, 'clientName' | 'clientEmail'>
  raise?: true
}
type Recipient = { userId: string | null; userName: string; invitation: string | null }

/**
 * Grants a person access and promises the mail, in the transaction of `ctx` (specification, sections 4 and 5).
 * @returns the grant and the id of its mail
 */
export async function shareDocument(
  ctx: Acting<WriteCtx>,
  documentId: string,
  wish: Wish,
  services: Pick<Services, 'mail' | 'config'>,
): Promise<{ grant: Grant; mailId: string }> {
  const { timeZone } = services.config
  const { row, document, invitation } = await grantAccess(ctx, documentId, wish, timeZone)
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
    mailId: await promiseTyped(services, ctx, 'document_shared', row.userEmail, data),
  }
}

/**
 * Grants a person access to a document that the actor handles, with its audit event and without a mail. With a day,
 * that day's end is both dates of the grant; without one it ends after 540 days.
 * @param details what the audit event says besides
 * @throws Refusal 'document-not-found', 'not-allowed', 'recipient-…', 'expiry-…'
 */
export async function grantAccess(
  ctx: Acting<WriteCtx>,
  documentId: string,
  wish: Wish,
  timeZone: string,
  details: Record<string, unknown> = {},
): Promise<{ row: GrantRow; document: StoredDocument; invitation: string | null }> {
  // The lock makes two shares at once, or a share and a deletion, follow each other.
  const { document, can } = await findDocument(ctx, documentId, { lock: true })
  if (!can.share) throw new Refusal('not-allowed')
  const dates = datesOf(wish, ctx.now, timeZone)
  const recipient = await findRecipient(ctx, document, wish, timeZone)
  const row = await grantTo(ctx, documentId, wish, recipient, dates)
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

function datesOf({ expiresOn }: Wish, now: Date, timeZone: string): Dates {
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
  { email, invite }: Wish,
  timeZone: string,
): Promise<Recipient> {
  const [person] = await ctx.tx.select().from(profiles).where(eq(profiles.email, email))
  if (person) {
    if (person.id === document.ownerId) throw new Refusal('recipient-owner')
    if (person.role === 'trustee' && !person.confirmedAt) throw new Refusal('recipient-unconfirmed')
    return { userId: person.id, userName: person.name, invitation: null }
  }
  if (!invite) throw new Refusal('recipient-unknown', { values: { email } })
  const { id: invitation } = await inviteGuest(ctx, { email, expiresOn: invite.expiresOn, timeZone })
  return { userId: null, userName: email, invitation }
}

/** One active grant for a person and a document: a live one takes the new terms, one that is over makes way. */
async function grantTo(
  ctx: Acting<WriteCtx>,
  documentId: string,
  { email, message, accessLevel, client, raise }: Wish,
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

/** The higher level, the later end and the newer words of two. */
function better(held: Terms, wished: Terms): Terms {
  const { expiresAt, autoRevokeDate } = Number(endOf(held)) > Number(endOf(wished)) ? held : wished
  const accessLevel = held.accessLevel === 'download' ? held.accessLevel : wished.accessLevel
  return { accessLevel, expiresAt, autoRevokeDate, notes: wished.notes ?? held.notes }
}
