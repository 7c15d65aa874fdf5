import { foldTallies } from '../db/tallies.ts'
import type { Services } from '../services.ts'

export function defineDashboardJobs({ jobs, contexts }: Services): void {
  jobs.define('fold-tallies', () => contexts.work(foldTallies), { cron: '* * * * *' })
}
