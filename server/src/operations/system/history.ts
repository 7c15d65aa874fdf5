import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { type healthHistory as endpoint, type HealthState, healthChecks } from '@deedbox/contract/system.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'

type Row = { check: string; day: string; state: HealthState; samples: number; ms: number; since: Date }
type Problem = { check: string; at: Date; state: HealthState; message: string }

const { everyMinutes, keptDays } = limits.health

/** Reads the samples of the last 30 days, by day of the deployment's time zone. Needs a snapshot. */
export async function healthHistory({ query, now, settings }: ReadCtx): Promise<Answer<typeof endpoint>> {
  const { timeZone } = settings
  const first = addDays(dayOf(now, timeZone), 1 - keptDays)
  const { rows } = await query<Row>(
    `select "check", (at at time zone $2)::date as day, state, count(*)::int as samples,
       sum(ms)::bigint as ms, min(at) as since
     from health_samples where at >= $1::date::timestamp at time zone $2 group by 1, 2, 3`,
    [first, timeZone],
  )
  const problems = await query<Problem>(
    `select distinct on ("check") "check", at, state, message from health_samples
     where state in ('warning', 'bad') and at >= $1::date::timestamp at time zone $2 order by "check", at desc`,
    [first, timeZone],
  )
  const days = Array.from({ length: keptDays }, (_, index) => addDays(first, index))
  return {
    checks: healthChecks.flatMap((check) => {
      const ofCheck = rows.filter((row) => row.check === check)
      const [oldest] = ofCheck.map(({ since }) => since).sort((a, b) => a.getTime() - b.getTime())
      if (!oldest) return []
      const problem = problems.rows.find((row) => row.check === check)
      const samples = ofCheck.reduce((all, row) => all + row.samples, 0)
      const minutes = (day: string, state: HealthState) =>
        everyMinutes * (ofCheck.find((row) => row.day === day && row.state === state)?.samples ?? 0)
      return {
        check,
        since: oldest.toISOString(),
        averageMs: Math.round(ofCheck.reduce((all, row) => all + row.ms, 0) / samples),
        lastProblem: problem
          ? { at: problem.at.toISOString(), state: problem.state, message: problem.message }
          : null,
        days: days.map((day) => ({
          day,
          good: minutes(day, 'good'),
          warning: minutes(day, 'warning'),
          bad: minutes(day, 'bad'),
        })),
      }
    }),
  }
}
