import { expect, test } from 'vitest'
import { suggestedEnd } from './suggested-end.ts'
import { noDay, typedDay } from './typed-day.ts'

test('an end is suggested: what was asked for, otherwise the usual period, otherwise none', () => {
  const today = '2026-11-25'
  expect(suggestedEnd(today, null, null)).toEqual(noDay)
  expect(suggestedEnd(today, 30, null)).toEqual(typedDay('2026-12-25'))
  expect(suggestedEnd(today, 30, '2027-01-31')).toEqual(typedDay('2027-01-31'))
  expect(suggestedEnd(today, null, today)).toEqual(typedDay(today))
  // A day in the past cannot be granted: the approver chooses.
  expect(suggestedEnd(today, 30, '2026-11-24')).toEqual(noDay)
})
