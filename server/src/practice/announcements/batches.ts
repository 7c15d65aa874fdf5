import { asc, eq, isNull } from 'drizzle-orm'
import { announcements } from '../../db/tables/announcements.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import type { Services } from '../../kernel/services.ts'
import { announcement } from './announcement.mail.tsx'
import { nextRecipients } from './audience.ts'

/** The job that queues the emails of announcements. */
export const announcementQueue = 'send-announcements'
/** Number of emails that are queued in one transaction. */
const batch = 500

/**
 * Queues the next emails of the oldest announcement that is not done, and moves its cursor, in one transaction: after a
 * crash it goes on where it was. False if there is nothing more to queue.
 */
export async function queueBatch(
  { contexts, mail }: Pick<Services, 'contexts' | 'mail'>,
  size = batch,
): Promise<boolean> {
  return contexts.work(async (ctx) => {
    const [row] = await ctx.tx
      .select()
      .from(announcements)
      .where(isNull(announcements.doneAt))
      .orderBy(asc(announcements.createdAt), asc(announcements.id))
      .limit(1)
      .for('update')
    if (!row) return false
    const { id, subject, text, audience } = row
    const emails = await nextRecipients(ctx, row, size)
    const data = { subject, text, kind: audience.kind }
    await mail.enqueueAll(
      ctx,
      announcement,
      emails.map((to) => ({ to, data })),
      { announcementId: id },
    )
    const done = emails.length < size
    await ctx.tx
      .update(announcements)
      .set({
        cursor: emails.at(-1) ?? row.cursor,
        ...(done && {
          doneAt: ctx.now,
          recipients: await ctx.tx.$count(mailMessages, eq(mailMessages.announcementId, id)),
        }),
      })
      .where(eq(announcements.id, id))
    return true
  })
}
