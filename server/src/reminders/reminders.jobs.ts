import { expireGrants } from '../access/access.jobs.ts'
import type { Services } from '../services.ts'
import { tellEnded, tellEnding } from './ending.ts'
import { remindOfExpiry } from './expiring.ts'
import { remindersJob } from './settings.ts'

/**
 * Each looks for what is due by now and was not told, however long no server ran: a missed schedule is made up for by
 * the next one, and every start counts as one.
 */
export function defineReminderJobs(services: Services): void {
  const { jobs } = services
  jobs.define(
    'expire-access',
    () => expireGrants(services, (ctx, ended) => tellEnded(ctx, ended, services)),
    {
      cron: '* * * * *',
      atStart: true,
    },
  )
  jobs.define<{ ownerId?: string }>(
    remindersJob,
    async ({ data }) => {
      await remindOfExpiry(services, data.ownerId)
      if (!data.ownerId) await tellEnding(services)
    },
    { cron: '3 * * * *', atStart: true },
  )
}
