import { expect, test } from 'vitest'
import { instantAt, wallClock } from './wall-clock.ts'

test('a wall clock is read in its time zone, also on the days when clocks change', () => {
  expect(instantAt('2026-12-03T22:00', 'Australia/Sydney')).toBe('2026-12-03T11:00:00.000Z')
  expect(instantAt('2026-12-03T22:00', 'Australia/Perth')).toBe('2026-12-03T14:00:00.000Z')
  expect(instantAt('2026-10-04T03:30', 'Australia/Sydney')).toBe('2026-10-03T16:30:00.000Z')
  expect(instantAt('', 'Australia/Sydney')).toBeNull()
})

test.each(['Australia/Sydney', 'Australia/Adelaide', 'UTC', 'Pacific/Honolulu'])(
  'in %s what is written can be read back, all through a year',
  (zone) => {
    for (let hour = 0; hour < 366 * 24; hour += 31) {
      const wall = wallClock(Date.UTC(2026, 0, 1, hour, 30), zone)
      expect(wallClock(instantAt(wall, zone) ?? '', zone)).toBe(wall)
    }
  },
)
