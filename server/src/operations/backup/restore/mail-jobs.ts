import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../../../db/client.ts'
import { mailMessages } from '../../../db/tables/mail.ts'
import { mailQueue, mailRetries } from '../../../kernel/mail/mail.ts'
import { openJobs } from '../../../platform/jobs.ts'

/**
 * Copies hold no jobs: those of schedules come by themselves, and codes that somebody waited for have expired. Mail was
 * promised, so every message that had not been sent gets its job anew, once, in one transaction with `finish`.
 * @returns how many
 */
export async function queueMail(
  database: Database,
  logger: Logger,
  finish: () => Promise<void>,
): Promise<number> {
  const jobs = await openJobs({ database, logger, work: false, schedules: false })
  try {
    jobs.define(mailQueue, async () => undefined, mailRetries)
    await jobs.start()
    return await database.transaction(async (tx) => {
      const waiting = await tx
        .select({ id: mailMessages.id })
        .from(mailMessages)
        .where(eq(mailMessages.status, 'waiting'))
      if (waiting.length > 0) await jobs.sendAll(tx, mailQueue, waiting)
      await finish()
      return waiting.length
    })
  } finally {
    await jobs.stop()
  }
}
