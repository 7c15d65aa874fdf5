import { expireGrants } from '../access/access.jobs.ts'
import type { Services } from '../services.ts'

export function defineReminderJobs(services: Services): void {
  services.jobs.define('expire-access', () => expireGrants(services), { cron: '* * * * *' })
}
