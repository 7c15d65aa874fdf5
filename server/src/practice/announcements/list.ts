import type { listAnnouncements as endpoint } from '@deedbox/contract/announcements.ts'
import { inArray, sql } from 'drizzle-orm'
import { byTime, sorted } from '../../db/sorted.ts'
import { announcements } from '../../db/tables/announcements.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'

const sorts = { createdAt: byTime(announcements.createdAt) }

/**
 * Announcements, newest first, paged by key, each with the state of its emails: who waits has no email yet, or one that
 * is still to be sent.
 * @throws Refusal 'invalid-input' for a cursor of another list.
 */
export async function listAnnouncements(
  { tx }: ReadCtx,
  { query: { limit, cursor } }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const order = { sort: 'createdAt', cursor, shape: 'announcements' } as const
  const { key, fromHere, orderBy, page } = sorted(sorts, order, announcements.id)
  const rows = await tx
    .select({ row: announcements, sortKey: key })
    .from(announcements)
    .where(fromHere)
    .orderBy(...orderBy)
    .limit(limit + 1)
  const { shown, nextCursor } = page(rows, limit, ({ row }) => row.id)
  const ids = shown.map(({ row }) => row.id)
  const counts = await tx
    .select({ id: mailMessages.announcementId, status: mailMessages.status, n: sql<number>`count(*)::int` })
    .from(mailMessages)
    .where(inArray(mailMessages.announcementId, ids))
    .groupBy(mailMessages.announcementId, mailMessages.status)
  const many = (of: string, wanted: string) =>
    counts.find(({ id, status }) => id === of && status === wanted)?.n ?? 0
  return {
    announcements: shown.map(
      ({ row: { id, subject, text, audience, senderName, createdAt, recipients } }) => {
        const [sent, failed] = [many(id, 'sent'), many(id, 'failed')]
        return {
          ...{ id, subject, text, audience, senderName, createdAt: createdAt.toISOString() },
          ...{ recipients, sent, waiting: Math.max(recipients - sent - failed, many(id, 'waiting')), failed },
        }
      },
    ),
    total: await tx.$count(announcements),
    nextCursor,
  }
}
