import { limits } from '@deedbox/contract/limits.ts'
import type { Services } from '../../kernel/services.ts'
import { createChecker } from './check.ts'
import { recordHealth } from './record.ts'

/** Checks everything every 5 minutes, on one server; one that fails is not retried, as the next is near. */
export function defineSystemJobs(services: Services): void {
  const check = createChecker(services)
  services.jobs.define('check-health', async () => recordHealth(services, await check()), {
    cron: `*/${limits.health.everyMinutes} * * * *`,
    retryLimit: 0,
  })
}
