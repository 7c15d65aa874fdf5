import { expect, test } from 'vitest'
import { dayOfYearText, readDayOfYear } from './day-of-year.ts'

test('a day of every year is read as people type it, and written in words', () => {
  const typed = ['30 June', '30/6', '1 Jan', '30 June 2026', '29 February', '31 April', 'June', '06-30', '']
  expect(typed.map(readDayOfYear)).toEqual([
    ...['06-30', '06-30', '01-01', '06-30'],
    ...[null, null, null, null, null],
  ])
  expect(['06-30', '01-01', '12-31'].map(dayOfYearText)).toEqual(['30 June', '1 January', '31 December'])
})
