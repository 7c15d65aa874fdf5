import type { Services } from '../../kernel/services.ts'
import { checkAndKeep } from './check.ts'

/** Checks the whole log every night: 17:20 UTC is between 1 and 5 in the morning in all of Australia. */
export function defineLogJobs({ jobs, database, log }: Services): void {
  jobs.define('check-log', async () => void (await checkAndKeep(database, log.folder.head())), {
    cron: '20 17 * * *',
    retryLimit: 0,
  })
}
