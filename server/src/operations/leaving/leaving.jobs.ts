import type { Services } from '../../kernel/services.ts'
import { destroyContent, destroyJob } from './destroy.ts'

/** Goes on at each start, and every hour after a failure. */
export function defineLeavingJobs(services: Services): void {
  services.jobs.define(destroyJob, ({ signal }) => destroyContent(services, signal), {
    atStart: true,
    cron: '49 * * * *',
    longestMinutes: 6 * 60,
  })
}
