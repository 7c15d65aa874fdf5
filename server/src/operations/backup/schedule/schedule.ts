import { dayMs, hourMs } from '@deedbox/contract/durations.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import { Temporal } from 'temporal-polyfill'

/** Settings that say when backups are made. */
export type Schedule = Pick<Settings, 'backups' | 'backupTime' | 'timeZone'>
/** A backup that has ended. */
export type Ended = { startedAt: Date; outcome: 'done' | 'failed' }

/** A failed backup is tried again after an hour, so often; then at its next time. */
const tries = 3
/** Weekly backups are made in the night to Sunday. */
const sunday = 7

/** Returns the milliseconds between two backups; null when none is made by itself. */
export const periodMs = ({ backups }: Pick<Schedule, 'backups'>): number | null =>
  backups === 'off' ? null : backups === 'daily' ? dayMs : 7 * dayMs

/** Returns the scheduled time at or before an instant, and the one after it; null when none is made by itself. */
export function timesAround({ backups, backupTime, timeZone }: Schedule, now: Date) {
  if (backups === 'off') return null
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  // A time that daylight saving skips is the first one after it.
  const at = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(backupTime) }).epochMilliseconds
  const step = backups === 'daily' ? 1 : 7
  const back = backups === 'daily' ? 0 : local.dayOfWeek % sunday
  let date = local.toPlainDate().subtract({ days: back })
  if (at(date) > now.getTime()) date = date.subtract({ days: step })
  return { last: new Date(at(date)), next: new Date(at(date.add({ days: step }))) }
}

/**
 * Returns when the next backup is due: at its time, at once when that has passed without one (no server was running), or an hour after one
 * that failed; null when none is made by itself.
 * @param ended the last backups, newest first
 */
export function nextBackup(schedule: Schedule, ended: readonly Ended[], now: Date): Date | null {
  const times = timesAround(schedule, now)
  if (!times) return null
  const since = ended.filter(({ startedAt }) => startedAt >= times.last)
  if (since.some(({ outcome }) => outcome === 'done')) return times.next
  const [newest] = since
  if (!newest) return times.last
  const again = newest.startedAt.getTime() + hourMs
  return since.length >= tries || again > times.next.getTime() ? times.next : new Date(again)
}

/** Returns what administrators are told after a run: at the second failure in a row, once, and when it works again. */
export function newsOf(
  ended: readonly { outcome: 'done' | 'failed'; told: boolean }[],
): 'failed' | 'recovered' | null {
  const [newest, ...before] = ended
  if (!newest) return null
  const good = before.findIndex(({ outcome }) => outcome === 'done')
  const streak = good < 0 ? before : before.slice(0, good)
  const told = streak.some((run) => run.told)
  if (newest.outcome === 'done') return told ? 'recovered' : null
  return !told && streak.length >= 1 ? 'failed' : null
}

const checkEvery = 30 * dayMs

/** Tells whether a copy is to be checked: monthly; daily after a check that was not good. `last`: the last check. */
export function checkDue(last: { startedAt: Date; outcome: string } | undefined, now: Date): boolean {
  if (!last) return true
  return now.getTime() - last.startedAt.getTime() >= (last.outcome === 'good' ? checkEvery : dayMs)
}
