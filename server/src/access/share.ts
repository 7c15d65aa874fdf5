import type { shareDocument as endpoint, Grant } from '@deedbox/contract/access.ts'
import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, eq } from 'drizzle-orm'
import { inviteGuest } from '../accounts/invitations.ts'
import type { Acting, WriteCtx } from '../context/context.ts'
import { profiles } from '../db/tables/accounts.ts'
import { documentAccess } from '../db/tables/documents.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import type { SharedMail } from './access.emails.tsx'
import { expire } from './end.ts'
import { findDocument, type StoredDocument } from './find.ts'
import { chosenEnd, endOf, type GrantRow, isOver, toGrant } from './grants.ts'

type Wish = SchemaOutput<typeof endpoint.body>
type Recipient = { userId: string | null; userName: string; invitation: string | null }

/**
 * Grants a person access and promises the mail, in the transaction of `ctx` (specification, sections 4 and 5).
 * With a day, that day's end is both dates of the grant; without one it ends after 540 days.
 * @returns the grant and the id of its mail
 */
export async function shareDocument(
  ctx: Acting<WriteCtx>,
  documentId: string,
  wish: Wish,
  { mail, config }: Pick<Services, 'mail' | 'config'>,
): Promise<{ grant: Grant; mailId: string }> {
  // The lock makes two shares at once, or a share and a deletion, follow each other.
  const { document, can } = await findDocument(ctx, documentId, { lock: true })
  if (!can.share) throw new Refusal('not-allowed')
  const dates = datesOf(wish, ctx.now, config.timeZone)
  const recipient = await findRecipient(ctx, document, wish, config.timeZone)
  const row = await grantTo(ctx, documentId, wish, recipient, dates)
  await ctx.audit({
    event: 'access_granted',
    documentId,
    accessId: row.id,
    subjectEmail: row.userEmail,
    notes: row.notes ?? undefined,
    details: { level: row.accessLevel, expiresAt: endOf(row)?.toISOString() },
  })
  const data: SharedMail = {
    documentId,
    title: document.title,
    senderName: ctx.actor.name,
    senderEmail: ctx.actor.email,
    message: row.notes ?? '',
    level: row.accessLevel,
    ends: (endOf(row) ?? ctx.now).toISOString(),
    invitation: recipient.invitation,
  }
  return {
    grant: toGrant(row, document, ctx.now),
    mailId: await mail.promise(ctx, 'document_shared', row.userEmail, data),
  }
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
  const accessExpiresAt = chosenEnd(invite.expiresOn, ctx.now, timeZone)
  const { id: invitation } = await inviteGuest(ctx, { email, accessExpiresAt })
  return { userId: null, userName: email, invitation }
}

/** One active grant for a person and a document: a live one takes the new terms, one that is over makes way. */
async function grantTo(
  ctx: Acting<WriteCtx>,
  documentId: string,
  { email, message, accessLevel }: Wish,
  { userId, userName }: Recipient,
  dates: Dates,
): Promise<GrantRow> {
  const terms = { accessLevel, notes: message || null, ...dates }
  const active = and(
    eq(documentAccess.documentId, documentId),
    eq(documentAccess.userEmail, email),
    eq(documentAccess.status, 'active'),
  )
  const [held] = await ctx.tx.select().from(documentAccess).where(active).for('update')
  if (held && isOver(held, ctx.now)) await expire(ctx, held)
  const [row] =
    held && !isOver(held, ctx.now)
      ? await ctx.tx.update(documentAccess).set(terms).where(eq(documentAccess.id, held.id)).returning()
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
