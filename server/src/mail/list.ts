import { id } from '@deedbox/contract/fields.ts'
import type { listMails as endpoint } from '@deedbox/contract/mails.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ReadCtx } from '../context/context.ts'
import { mailMessages } from '../db/tables/mail.ts'
import type { Answer, Input } from '../http/handler.ts'
import { carried, fromCursor, shapeOf, toCursor } from '../platform/cursor.ts'

export type MailRow = Omit<typeof mailMessages.$inferSelect, 'data' | 'senderId' | 'outside'>

/** What is read of a mail: not what it is filled with. */
export const listed = {
  id: mailMessages.id,
  kind: mailMessages.kind,
  recipient: mailMessages.recipient,
  status: mailMessages.status,
  attempts: mailMessages.attempts,
  createdAt: mailMessages.createdAt,
  sentAt: mailMessages.sentAt,
}

export const toMail = (row: MailRow) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
})

/**
 * Mail that was promised, newest first, paged by key; mails with a code or a token are never kept and not among it.
 * @throws Refusal 'invalid-input' for a cursor of another list.
 */
export async function listMails(
  { tx }: ReadCtx,
  { query: { status, cursor, limit } }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const shape = shapeOf('mails', status)
  const wanted = status === 'all' ? undefined : eq(mailMessages.status, status)
  const after = cursor && fromCursor(cursor, z.tuple([z.literal(shape), carried.instant, id]))
  const fromHere = after
    ? sql`(${mailMessages.createdAt}, ${mailMessages.id}) < (${after[1]}::timestamptz, ${after[2]}::uuid)`
    : undefined
  const rows = await tx
    .select(listed)
    .from(mailMessages)
    .where(and(wanted, fromHere))
    .orderBy(desc(mailMessages.createdAt), desc(mailMessages.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    mails: shown.map(toMail),
    total: await tx.$count(mailMessages, wanted),
    nextCursor: last ? toCursor([shape, last.createdAt.toISOString(), last.id]) : null,
  }
}
