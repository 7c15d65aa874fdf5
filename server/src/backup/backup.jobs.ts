import type { Services } from '../services.ts'
import { checkWhenDue } from './monthly.ts'
import { backupJob } from './names.ts'
import { backUpWhenDue } from './scheduled.ts'

/**
 * Looks every ten minutes whether a backup is due, and every hour whether a copy is to be checked. When that is, the
 * settings say; so what came due while no server was running is made up for.
 */
export function defineBackupJobs(services: Services): void {
  const { jobs } = services
  jobs.define<{ now?: boolean }>(
    backupJob,
    ({ data, signal }) => backUpWhenDue(services, { asked: data?.now === true, signal }),
    { cron: '*/10 * * * *', retryLimit: 0, longestMinutes: 23 * 60 },
  )
  jobs.define('check-backup', ({ signal }) => checkWhenDue(services, signal), {
    cron: '17 * * * *',
    retryLimit: 0,
    longestMinutes: 6 * 60,
  })
}
