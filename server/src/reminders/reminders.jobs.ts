import { expireGrants } from '../access/access.jobs.ts'
import type { Services } from '../services.ts'
import { notifyEnded, notifyEnding } from './ending.ts'
import { remindOfExpiry } from './expiring.ts'
import { remindersJob } from './settings.ts'

/**
 * Each job looks for everything that is due and not yet sent, however long no server was running: the next run, or the
 * next start, catches up on missed runs.
 */
export function defineReminderJobs(services: Services): void {
  const { jobs } = services
  jobs.define(
    'expire-access',
    () => expireGrants(services, (ctx, ended) => notifyEnded(ctx, ended, services)),
    {
      cron: '* * * * *',
      atStart: true,
    },
  )
  jobs.define<{ ownerId?: string }>(
    remindersJob,
    async ({ data }) => {
      await remindOfExpiry(services, data.ownerId)
      if (!data.ownerId) await notifyEnding(services)
    },
    { cron: '3 * * * *', atStart: true },
  )
}
