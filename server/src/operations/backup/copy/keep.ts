import { copyTime } from '../place/copies.ts'

/** Numbers of days, weeks and months of which the newest copy is kept. */
export type Keep = { daily: number; weekly: number; monthly: number }

/**
 * Returns the copies that are kept: the newest of each of the last days, weeks (from Monday) and months that have one, in UTC. The newest
 * copy of all is always kept. Days without a copy do not count, so a deployment that was off loses nothing.
 */
export function copiesToKeep(names: readonly string[], { daily, weekly, monthly }: Keep): Set<string> {
  const newestFirst = [...names].sort().reverse()
  const kept = new Set(newestFirst.slice(0, 1))
  const rules: [number, (at: Date) => string][] = [
    [daily, dayOf],
    [weekly, weekOf],
    [monthly, (at) => dayOf(at).slice(0, 7)],
  ]
  for (const [limit, periodOf] of rules) {
    const periods = new Set<string>()
    for (const name of newestFirst) {
      const period = periodOf(copyTime(name))
      if (periods.has(period) || periods.size >= limit) continue
      periods.add(period)
      kept.add(name)
    }
  }
  return kept
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Returns the Monday of its week. */
function weekOf(at: Date): string {
  const monday = new Date(at)
  monday.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return dayOf(monday)
}
