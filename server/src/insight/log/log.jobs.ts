import type { Services } from '../../kernel/services.ts'
import { checkAndKeep } from './findings.ts'
import { forgetRecords } from './forget.ts'
import { logHead } from './log-head.mail.tsx'

/** Longest that a check of the log and of all content may take, in minutes. */
const CHECK_MINUTES = 20 * 60

/** Longest that names and texts of old events are removed in one night, in minutes; the next night goes on. */
const FORGET_MINUTES = 2 * 60

/** Mails the newest head of the log to the people whom an administrator named. */
export async function mailHead({ contexts, mail, database }: Services): Promise<void> {
  await contexts.work(async (ctx) => {
    const { logHeadEmails } = ctx.settings
    const { rows } = await database.query<{ verifierKey: string; note: string }>(
      `select o.verifier_key as "verifierKey", c.note from log_origins o join log_checkpoints c using (origin)
       where o.frozen_at is null order by c.size desc limit 1`,
    )
    const [data] = rows
    if (!data) return
    await mail.enqueueAll(
      ctx,
      logHead,
      logHeadEmails.map((to) => ({ to, data })),
    )
  })
}

/**
 * Removes names and texts of old events, and checks the whole log and all content, every night (15:20 and 17:20 UTC are between 11 in the evening and 5 in the morning in all of Australia), and mails the head every
 * day, in the morning.
 */
export function defineLogJobs(services: Services): void {
  services.jobs.define('check-log', ({ signal }) => checkAndKeep(services, signal), {
    ...{ cron: '20 17 * * *', retryLimit: 0, longestMinutes: CHECK_MINUTES },
  })
  services.jobs.define('forget-records', ({ signal }) => forgetRecords(services, signal), {
    ...{ cron: '20 15 * * *', longestMinutes: FORGET_MINUTES },
  })
  services.jobs.define('mail-log-head', () => mailHead(services), { cron: '30 21 * * *', retryLimit: 2 })
}
