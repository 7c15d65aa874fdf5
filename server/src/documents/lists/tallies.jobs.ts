import { foldTallies, tallyIn } from '../../db/tallies.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'

/** Follows the deployment's time zone, then tallies finished days and merges rows. */
export async function keepTallies(ctx: WriteCtx): Promise<void> {
  await tallyIn(ctx, ctx.settings.timeZone, ctx.now)
  await foldTallies(ctx)
}

export const tallyJob = 'fold-tallies'

export function defineDashboardJobs({ jobs, contexts }: Services): void {
  jobs.define(tallyJob, () => contexts.work(keepTallies), { cron: '* * * * *' })
}
