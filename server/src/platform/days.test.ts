import { dayOf } from '@deedbox/contract/dates.ts'
import { hourMs } from '@deedbox/contract/durations.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths, addYears, endOfDay } from './days.ts'

const sydney = 'Australia/Sydney'
const hours = (from: Date, to: Date) => (to.getTime() - from.getTime()) / hourMs

test('a day ends just before the next one begins', () => {
  expect(endOfDay('2026-07-01', sydney).toISOString()).toBe('2026-07-01T13:59:59.999Z')
  expect(endOfDay('2026-12-31', sydney).toISOString()).toBe('2026-12-31T12:59:59.999Z')
  expect(endOfDay('2026-12-31', 'UTC').toISOString()).toBe('2026-12-31T23:59:59.999Z')
})

test('the day on which daylight saving begins has 23 hours, the one on which it ends 25', () => {
  expect(hours(endOfDay('2026-10-03', sydney), endOfDay('2026-10-04', sydney))).toBe(23)
  expect(hours(endOfDay('2026-04-04', sydney), endOfDay('2026-04-05', sydney))).toBe(25)
})

test('a day whose midnight daylight saving skips still has an end', () => {
  // Cairo springs forward at midnight: 24 April 2026 begins at 01:00.
  expect(endOfDay('2026-04-23', 'Africa/Cairo').toISOString()).toBe('2026-04-23T21:59:59.999Z')
})

test('the 29th of February ends in a leap year and is refused in any other', () => {
  expect(endOfDay('2028-02-29', sydney).toISOString()).toBe('2028-02-29T12:59:59.999Z')
  expect(() => endOfDay('2027-02-29', sydney)).toThrow(RangeError)
})

test('the end of any day is in that day, and a millisecond later is in the next', () => {
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  const zones = fc.constantFrom(sydney, 'Australia/Lord_Howe', 'Australia/Eucla', 'Europe/London', 'UTC')
  fc.assert(
    fc.property(days, zones, (instant, zone) => {
      const day = dayOf(instant, zone)
      const end = endOfDay(day, zone)
      expect(end.getTime()).toBeGreaterThanOrEqual(instant.getTime())
      expect(dayOf(end, zone)).toBe(day)
      expect(dayOf(new Date(end.getTime() + 1), zone)).not.toBe(day)
    }),
  )
})

test('a year later is the same time of day, on either side of a change of daylight saving', () => {
  // Daylight saving ends on 5 April in 2026, and on the 4th in 2027: 11:30 summer time becomes 11:30 standard time.
  const before = new Date('2026-04-04T00:30:00.000Z')
  expect(addYears(before, 1, sydney).toISOString()).toBe('2027-04-04T01:30:00.000Z')
  // It begins on 4 October 2026 and on 3 October 2027.
  expect(addYears(new Date('2026-10-03T01:30:00.000Z'), 1, sydney).toISOString()).toBe(
    '2027-10-03T00:30:00.000Z',
  )
})

test('a time that daylight saving skips moves on by an hour', () => {
  // 02:30 on 3 October 2027 does not exist in Sydney.
  expect(addYears(new Date('2026-10-02T16:30:00.000Z'), 1, sydney).toISOString()).toBe(
    '2027-10-02T16:30:00.000Z',
  )
})

test('a year after the 29th of February is the 28th', () => {
  expect(addYears(new Date('2028-02-29T02:00:00.000Z'), 1, sydney).toISOString()).toBe(
    '2029-02-28T02:00:00.000Z',
  )
  expect(addYears(new Date('2028-02-29T02:00:00.000Z'), 4, sydney).toISOString()).toBe(
    '2032-02-29T02:00:00.000Z',
  )
})

test('a month later is the same time of day on the same date, over either change of daylight saving', () => {
  // 20:00 on 20 September, standard time, becomes 20:00 on 20 October, summer time: an hour less in between.
  expect(addMonths(new Date('2026-09-20T10:00:00.000Z'), 1, sydney).toISOString()).toBe(
    '2026-10-20T09:00:00.000Z',
  )
  // 20:00 on 20 March, summer time, becomes 20:00 on 20 April, standard time: an hour more.
  expect(addMonths(new Date('2026-03-20T09:00:00.000Z'), 1, sydney).toISOString()).toBe(
    '2026-04-20T10:00:00.000Z',
  )
  // The end of a day stays the end of a day.
  expect(addMonths(endOfDay('2026-09-20', sydney), 3, sydney)).toEqual(endOfDay('2026-12-20', sydney))
  // 02:30 on 4 October 2026 does not exist in Sydney.
  expect(addMonths(new Date('2026-09-03T16:30:00.000Z'), 1, sydney).toISOString()).toBe(
    '2026-10-03T16:30:00.000Z',
  )
})

test('months end with the last day of a month that is too short, 29 February among them', () => {
  expect(addMonths(endOfDay('2028-01-31', sydney), 1, sydney)).toEqual(endOfDay('2028-02-29', sydney))
  expect(addMonths(endOfDay('2027-01-31', sydney), 1, sydney)).toEqual(endOfDay('2027-02-28', sydney))
  expect(addMonths(endOfDay('2028-02-29', sydney), 12, sydney)).toEqual(endOfDay('2029-02-28', sydney))
  expect(addMonths(endOfDay('2027-11-29', sydney), 3, sydney)).toEqual(endOfDay('2028-02-29', sydney))
})
