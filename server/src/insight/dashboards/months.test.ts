import { expect, test } from 'vitest'
import { monthsFrom } from './months.ts'

test('twelve months from any day, across the end of a year and a leap February', () => {
  const { names, end } = monthsFrom('2027-03-31', 12)
  expect(names.slice(0, 2)).toEqual(['2027-03', '2027-04'])
  expect([names.at(-1), end]).toEqual(['2028-02', '2028-03-01'])
  expect(monthsFrom('2028-02-29', 1)).toEqual({ names: ['2028-02'], end: '2028-03-01' })
  expect(monthsFrom('2026-12-31', 2).names).toEqual(['2026-12', '2027-01'])
})
