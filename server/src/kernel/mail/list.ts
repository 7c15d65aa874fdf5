import { daysBefore } from '@deedbox/contract/durations.ts'
import type { listMails as endpoint } from '@deedbox/contract/mails.ts'
import type { mailSorts } from '@deedbox/contract/sorts.ts'
import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { byText, byTime, type Sort, sorted } from '../../db/sorted.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { shapeOf } from '../../platform/cursor.ts'
import type { Actor } from '../context/actor.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import type { Answer, Input } from '../http/handler.ts'

export type MailRow = Omit<
  typeof mailMessages.$inferSelect,
  'data' | 'senderId' | 'outside' | 'announcementId'
>

/** The columns that the list shows: never the mail's data. */
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

const never = sql`'1970-01-01 00:00:00+00'`
const sorts: Record<(typeof mailSorts)[number], Sort> = {
  createdAt: byTime(mailMessages.createdAt),
  recipient: byText(mailMessages.recipient),
  kind: byText(mailMessages.kind),
  status: byText(mailMessages.status),
  attempts: { key: sql`${mailMessages.attempts}`, type: 'bigint' },
  sentAt: { key: sql`coalesce(${mailMessages.sentAt}, ${never})`, type: 'timestamptz' },
}

/** Mails that a person may list and send again: administrators all, others those that they caused. */
export const mailsOf = ({ id, permissions }: Actor): SQL | undefined =>
  permissions.includes('canManageSystem') ? undefined : eq(mailMessages.senderId, id)

/**
 * Mails that a person may see, by default newest first, paged by key; those with a code or a token are never stored, so they are not listed.
 * @throws Refusal 'invalid-input' for a cursor of another list.
 */
export async function listMails(
  { tx, actor, now }: Acting<ReadCtx>,
  { query: { status, days, limit, ...order } }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const matching = and(
    mailsOf(actor),
    status === 'all' ? undefined : eq(mailMessages.status, status),
    days ? gt(mailMessages.createdAt, daysBefore(now, days)) : undefined,
  )
  const shape = shapeOf('mails', status, days)
  const { key, fromHere, orderBy, page } = sorted(sorts, { ...order, shape }, mailMessages.id)
  const rows = await tx
    .select({ mail: listed, sortKey: key })
    .from(mailMessages)
    .where(and(matching, fromHere))
    .orderBy(...orderBy)
    .limit(limit + 1)
  const { shown, nextCursor } = page(rows, limit, ({ mail }) => mail.id)
  return {
    mails: shown.map(({ mail }) => toMail(mail)),
    total: await tx.$count(mailMessages, matching),
    nextCursor,
  }
}
