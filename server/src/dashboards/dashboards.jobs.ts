import type { WriteCtx } from '../context/context.ts'
import { foldTallies, tallyIn } from '../db/tallies.ts'
import type { Services } from '../services.ts'

/** Follows the deployment's time zone, then tallies finished days and merges rows. */
export async function keepTallies(ctx: WriteCtx): Promise<void> {
  await tallyIn(ctx, ctx.settings.timeZone, ctx.now)
  await foldTallies(ctx)
}

export function defineDashboardJobs({ jobs, contexts }: Services): void {
  jobs.define('fold-tallies', () => contexts.work(keepTallies), { cron: '* * * * *' })
}
