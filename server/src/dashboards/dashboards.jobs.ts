import { foldTallies } from '../db/tallies.ts'
import type { Services } from '../services.ts'

export function defineDashboardJobs({ jobs, database }: Services): void {
  jobs.define('fold-tallies', () => foldTallies(database), { cron: '* * * * *' })
}
