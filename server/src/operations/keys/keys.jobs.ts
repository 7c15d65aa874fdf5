import type { Services } from '../../kernel/services.ts'
import { remindOfEscrow } from './remind.ts'
import { rewrapAll, rewrapJob } from './rewrap.ts'

/** Wrapping goes on at each start, and every hour for what was begun under an older key and recorded since. */
export function defineKeyJobs(services: Services): void {
  services.jobs.define(rewrapJob, ({ signal }) => rewrapAll(services, signal), {
    atStart: true,
    cron: '27 * * * *',
    longestMinutes: 6 * 60,
  })
  services.jobs.define('remind-of-escrow', () => remindOfEscrow(services), {
    cron: '40 21 * * *',
    retryLimit: 2,
  })
}
