import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths } from './dates.ts'
import { nextDay, repeatNames, repeats } from './due-date-terms.ts'

test('what began on the 31st comes on the last day of shorter months, and on the 31st again', () => {
  expect(nextDay('2027-01-31', '2027-01-31', 'monthly')).toBe('2027-02-28')
  expect(nextDay('2027-01-31', '2027-02-28', 'monthly')).toBe('2027-03-31')
  expect(nextDay('2028-02-29', '2028-02-29', 'yearly')).toBe('2029-02-28')
  expect(nextDay('2028-02-29', '2031-02-28', 'yearly')).toBe('2032-02-29')
  expect(nextDay('2027-06-30', '2027-06-30', 'never')).toBeNull()
})

test('a postponed one goes on from its own days: the next is the first of them after the day', () => {
  expect(nextDay('2027-06-30', '2027-07-20', 'yearly')).toBe('2028-06-30')
  const day = fc.date({ min: new Date('1950-01-01'), max: new Date('2150-01-01'), noInvalidDate: true })
  const text = day.map((date) => date.toISOString().slice(0, 10))
  fc.assert(
    fc.property(text, text, fc.constantFrom(...repeatNames), (a, b, how) => {
      const [first, later] = a < b ? [a, b] : [b, a]
      const { months } = repeats[how]
      if (months === 0) return
      let wanted = first
      for (let step = 1; wanted <= later; step++) wanted = addMonths(first, step * months)
      expect(nextDay(first, later, how)).toBe(wanted)
    }),
  )
})
