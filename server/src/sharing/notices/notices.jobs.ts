import type { Services } from '../../kernel/services.ts'
import { expireGrants } from '../grants/grants.jobs.ts'
import { documentExpiring } from './document-expiring.mail.tsx'
import { notifyEnded } from './ending.ts'
import { type Notice, tellDue } from './notices.ts'
import { remindersJob } from './settings.ts'

/**
 * Each job looks for everything that is due and not yet sent, however long no server was running: the next run, or the
 * next start, catches up on missed runs.
 */
export function defineReminderJobs(services: Services, notices: readonly Notice[]): void {
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
      if (data.ownerId) await tellDue(services, documentExpiring, data.ownerId)
      else for (const notice of notices) await tellDue(services, notice)
    },
    { cron: '3 * * * *', atStart: true },
  )
}
