import { dayOf } from '@deedbox/contract/dates.ts'
import { and, isNull, lt } from 'drizzle-orm'
import { legalHolds } from '../../db/tables/holds.ts'
import type { Services } from '../../kernel/services.ts'
import { lockHolds } from '../../policy/holds.ts'
import { aboutHold, inHistory } from './one.ts'

/** Ends the holds whose last day is over. Until it has run they are in force: a hold ends late rather than early. */
export function endHolds({ contexts }: Pick<Services, 'contexts'>): Promise<void> {
  return contexts.work(async (ctx) => {
    const today = dayOf(ctx.now, ctx.settings.timeZone)
    await lockHolds(ctx)
    const over = await ctx.tx
      .update(legalHolds)
      .set({ endedAt: ctx.now })
      .where(and(isNull(legalHolds.endedAt), lt(legalHolds.endsOn, today)))
      .returning()
    for (const row of over)
      await ctx.audit(
        { event: 'legal_hold_over', details: aboutHold(row) },
        ...(await inHistory(ctx, row, 'document_hold_ended')),
      )
  })
}

export function defineHoldJobs(services: Services): void {
  services.jobs.define('end-holds', () => endHolds(services), { cron: '11 * * * *' })
}
