import type { SystemJob } from '@deedbox/contract/system.ts'
import { CronExpressionParser } from 'cron-parser'
import { asc } from 'drizzle-orm'
import { jobRuns } from '../../db/tables/system.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import type { Jobs } from '../../platform/jobs.ts'

type Run = typeof jobRuns.$inferSelect

/** Returns when a schedule is next due. */
export const nextRun = (cron: string, timeZone: string, now: Date): Date =>
  CronExpressionParser.parse(cron, { tz: timeZone, currentDate: now }).next().toDate()

/** Tells whether a failure is over. A run that succeeded ends the failure before it. */
export const isOver = ({ failedAt, succeededAt }: Pick<Run, 'failedAt' | 'succeededAt'>): boolean =>
  failedAt === null || (succeededAt !== null && succeededAt >= failedAt)

/** Lists every job with its last and its next run. */
export async function listJobs({ tx, query, now }: ReadCtx, jobs: Jobs): Promise<SystemJob[]> {
  const runs = new Map(
    (await tx.select().from(jobRuns).orderBy(asc(jobRuns.name))).map((run) => [run.name, run]),
  )
  const defined = jobs.defined()
  const { rows } = await query<{ name: string; waiting: number }>(
    `select name, count(*) filter (where start_after <= now())::int as waiting from pgboss.job
     where name = any($1) and state < 'active' and not blocked group by name`,
    [defined.map(({ name }) => name)],
  )
  const waiting = new Map(rows.map((row) => [row.name, row.waiting]))
  return defined.map(({ name, cron, timeZone }) => {
    const run = runs.get(name)
    return {
      name,
      cron,
      timeZone,
      waiting: waiting.get(name) ?? 0,
      lastRun: run ? { at: run.endedAt.toISOString(), ms: run.ms } : null,
      nextRunAt: cron ? nextRun(cron, timeZone, now).toISOString() : null,
      lastError:
        run?.failedAt && run.error
          ? { at: run.failedAt.toISOString(), message: run.error, over: isOver(run) }
          : null,
    }
  })
}
