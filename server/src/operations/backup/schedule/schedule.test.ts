import { expect, test } from 'vitest'
import { checkDue, type Ended, newsOf, nextBackup, timesAround } from './schedule.ts'

const sydney = { backups: 'daily', backupTime: '02:30', timeZone: 'Australia/Sydney' } as const
const at = (text: string) => new Date(text)
const run = (startedAt: string, outcome: Ended['outcome'] = 'done'): Ended => ({
  startedAt: at(startedAt),
  outcome,
})

test('daily and weekly times are those of the deployment’s time zone, also when clocks change', () => {
  expect(timesAround(sydney, at('2026-07-01T00:00:00Z'))).toEqual({
    last: at('2026-06-30T16:30:00Z'),
    next: at('2026-07-01T16:30:00Z'),
  })
  // The hour from two is skipped in Sydney on 4 October 2026: half past two is half past three.
  expect(timesAround(sydney, at('2026-10-03T16:00:00Z'))?.next).toEqual(at('2026-10-03T16:30:00Z'))
  expect(timesAround(sydney, at('2026-10-04T00:00:00Z'))?.next).toEqual(at('2026-10-04T15:30:00Z'))
  // A Wednesday: the Sundays around it.
  expect(timesAround({ ...sydney, backups: 'weekly' }, at('2026-07-01T00:00:00Z'))).toEqual({
    last: at('2026-06-27T16:30:00Z'),
    next: at('2026-07-04T16:30:00Z'),
  })
  // Times on the Sunday itself, before and after the time of the backup.
  const before = timesAround({ ...sydney, backups: 'weekly' }, at('2026-07-04T16:29:00Z'))
  expect(before?.last).toEqual(at('2026-06-27T16:30:00Z'))
  const after = timesAround({ ...sydney, backups: 'weekly' }, at('2026-07-04T16:30:00Z'))
  expect(after?.last).toEqual(at('2026-07-04T16:30:00Z'))
  expect(timesAround({ ...sydney, backups: 'off' }, at('2026-07-01T00:00:00Z'))).toBeNull()
})

test('what came due without a server is due at once; a failure is tried again after an hour, twice', () => {
  const now = at('2026-07-01T00:00:00Z')
  const [time, next] = [at('2026-06-30T16:30:00Z'), at('2026-07-01T16:30:00Z')]
  expect(nextBackup(sydney, [], now)).toEqual(time)
  expect(nextBackup(sydney, [run('2026-06-20T16:30:05Z')], now)).toEqual(time)
  expect(nextBackup(sydney, [run('2026-06-30T16:30:05Z')], now)).toEqual(next)
  // A backup that somebody asked for in between counts.
  expect(
    nextBackup(sydney, [run('2026-06-30T20:00:00Z', 'failed'), run('2026-06-30T17:00:00Z')], now),
  ).toEqual(next)
  const first = run('2026-06-30T16:30:00Z', 'failed')
  expect(nextBackup(sydney, [first], now)).toEqual(at('2026-06-30T17:30:00Z'))
  const more = [run('2026-06-30T18:30:00Z', 'failed'), run('2026-06-30T17:30:00Z', 'failed'), first]
  expect(nextBackup(sydney, more, now)).toEqual(next)
  expect(nextBackup({ ...sydney, backups: 'off' }, [], now)).toBeNull()
})

test('the second failure in a row is told once, and that it works again', () => {
  const [good, bad, told] = [
    { outcome: 'done', told: false } as const,
    { outcome: 'failed', told: false } as const,
    { outcome: 'failed', told: true } as const,
  ]
  // Newest first.
  expect(newsOf([])).toBeNull()
  expect(newsOf([bad])).toBeNull()
  expect(newsOf([bad, good, told, bad])).toBeNull()
  expect(newsOf([bad, bad])).toBe('failed')
  expect(newsOf([bad, bad, bad, good])).toBe('failed')
  expect(newsOf([bad, told, bad, good])).toBeNull()
  expect(newsOf([good, bad, told, bad])).toBe('recovered')
  expect(newsOf([good, bad, bad])).toBeNull()
  expect(newsOf([good, good, told, bad])).toBeNull()
})

test('a copy is checked monthly, and daily after a check that was not good', () => {
  const now = at('2026-07-31T00:00:00Z')
  expect(checkDue(undefined, now)).toBe(true)
  expect(checkDue({ startedAt: at('2026-07-02T00:00:00Z'), outcome: 'good' }, now)).toBe(false)
  expect(checkDue({ startedAt: at('2026-07-01T00:00:00Z'), outcome: 'good' }, now)).toBe(true)
  expect(checkDue({ startedAt: at('2026-07-30T00:00:00Z'), outcome: 'bad' }, now)).toBe(true)
  expect(checkDue({ startedAt: at('2026-07-30T01:00:00Z'), outcome: 'failed' }, now)).toBe(false)
})
