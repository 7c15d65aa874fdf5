import { erasuresJob } from '../../documents/documents.jobs.ts'
import type { Services } from '../../kernel/services.ts'
import { noteErasuresNow } from './copy/note-erasures.ts'
import { backupJob } from './place/names.ts'
import { checkWhenDue } from './schedule/monthly.ts'
import { backUpWhenDue } from './schedule/scheduled.ts'

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
  // Retries while the place is away, for a day or two; after that the next backup names what was erased.
  jobs.define<{ at: string }>(erasuresJob, ({ data }) => noteErasuresNow(services, new Date(data.at)), {
    retryLimit: 50,
  })
}
