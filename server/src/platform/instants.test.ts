import { expect, test } from 'vitest'
import { dayIn, stampIn, timeIn } from './instants.ts'

test('an instant is written as people read it, in the time zone that is asked for', () => {
  const at = '2026-03-02T06:00:05.000Z'
  const short = timeIn(at, 'Australia/Sydney', 'medium').replace(/\s/g, ' ')
  expect(dayIn('2026-03-02T14:00:00Z', 'Australia/Sydney')).toBe('3 March 2026')
  expect(timeIn(at, 'Australia/Sydney').replace(/\s/g, ' ')).toBe('2 March 2026 at 5:00 pm')
  expect(short).toBe('2 Mar 2026, 5:00 pm')
  expect(stampIn(new Date(at), 'Australia/Sydney')).toBe('2026-03-02 17:00:05')
  expect(stampIn(at, 'UTC')).toBe('2026-03-02 06:00:05')
})
