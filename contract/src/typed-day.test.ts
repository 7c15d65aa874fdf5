import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths } from './dates.ts'
import { checkDay, type DayKind, dayInWords, readDay } from './typed-day.ts'

/** A Sunday. */
const today = '2026-11-22'

test.each([
  ['3/12/2026', '2026-12-03'],
  ['03/12/2026', '2026-12-03'],
  [' 03-02-2027 ', '2027-02-03'],
  ['3.2.2027', '2027-02-03'],
  ['3/12/26', '2026-12-03'],
  ['3.12.26', '2026-12-03'],
  ['3 / 12 / 26', '2026-12-03'],
  ['3 12 2026', '2026-12-03'],
  ['03122026', '2026-12-03'],
  ['03 Dec 2026', '2026-12-03'],
  ['3 December 2026', '2026-12-03'],
  ['3rd December', '2026-12-03'],
  ['3rd of December, 2026', '2026-12-03'],
  ['3. Dez', 'unknown'],
  ['3. Dec.', '2026-12-03'],
  ['3 dec', '2026-12-03'],
  ['3dec26', '2026-12-03'],
  ['DEC 3', '2026-12-03'],
  ['Dec 3, 2027', '2027-12-03'],
  ['December 3rd', '2026-12-03'],
  ['3 Sept 2027', '2027-09-03'],
  ['2026-12-03', '2026-12-03'],
  ['2026/12/3', '2026-12-03'],
  ['3/12', '2026-12-03'],
  ['21/11', '2027-11-21'],
  ['22/11', '2026-11-22'],
  ['1/1', '2027-01-01'],
  ['29/2', '2028-02-29'],
  ['29/02/2028', '2028-02-29'],
  ['Thursday 3 December 2026', '2026-12-03'],
  ['Thu, 3 Dec', '2026-12-03'],
  ['30 June', '2027-06-30'],
  ['today', '2026-11-22'],
  ['Tomorrow', '2026-11-23'],
  ['the day after tomorrow', '2026-11-24'],
  ['friday', '2026-11-27'],
  ['next friday', '2026-11-27'],
  ['sunday', '2026-11-29'],
  ['in 2 weeks', '2026-12-06'],
  ['2 weeks from now', '2026-12-06'],
  ['a fortnight', '2026-12-06'],
  ['6 months', '2027-05-22'],
  ['in three months', '2027-02-22'],
  ['6m', '2027-05-22'],
  ['1 year', '2027-11-22'],
  ['in a year', '2027-11-22'],
  ['90 days', '2027-02-20'],
  ['next week', '2026-11-29'],
  ['next month', '2026-12-22'],
  ['end of month', '2026-11-30'],
  ['end of next month', '2026-12-31'],
  ['the end of the year', '2026-12-31'],
  ['end of February', '2027-02-28'],
  ['end of financial year', '2027-06-30'],
  ['EOFY', '2027-06-30'],
  ['30 February', '30 February does not exist'],
  ['30/2/2027', '30 February 2027 does not exist'],
  ['29/02/2027', '29 February 2027 does not exist'],
  ['31 april', '31 April does not exist'],
  ['32/1', '32 January does not exist'],
  ['0/1', '0 January does not exist'],
  ['12/31/2026', 'There is no month 31. Write the day first, for example 3 Dec 2026'],
  ['2026-13-03', 'There is no month 13. Write the day first, for example 3 Dec 2026'],
  ['Friday 3 December 2026', '3 December 2026 is a Thursday, not a Friday'],
  ['December 2027', 'Please add the day, for example 3 Dec 2026'],
  ['december', 'Please add the day, for example 3 Dec 2026'],
  ['2027', 'Please add the day, for example 3 Dec 2026'],
  ['yesterday', 'This day has passed'],
  ['2 weeks ago', 'This day has passed'],
  ['21 Nov 2026', 'This day has passed'],
  ['3/12/2025', 'This day has passed'],
  ['3/12/0026', 'Please check the year'],
  ['3/12/9999', 'Please check the year'],
  ['9999 years', 'Please check the year'],
  ['soon', 'unknown'],
  ['constructor', 'unknown'],
  ['__proto__', 'unknown'],
  ['3', 'unknown'],
  ['3/12/202', 'unknown'],
  ['1/2/3/4', 'unknown'],
  ['—', 'unknown'],
])('%j is understood as %s', (text, expected) => {
  const message =
    expected === 'unknown' ? 'Not a date we understand. Try 3 Dec 2026 or “in 3 months”' : expected
  expect(Object.values(readDay(text, today))).toEqual([message])
})

test.each([
  ['next', '21/11', '2027-11-21'],
  ['last', '21/11', '2026-11-21'],
  ['nearest', '21/11', '2026-11-21'],
  ['last', '1/3', '2026-03-01'],
  ['nearest', '1/3', '2027-03-01'],
  ['nearest', '1/7', '2026-07-01'],
  ['last', '29/2', '2024-02-29'],
  ['last', 'friday', '2026-11-20'],
  ['last', 'sunday', '2026-11-15'],
  ['next', 'last friday', '2026-11-20'],
  ['last', '2 weeks ago', '2026-11-08'],
  ['next', 'yesterday', '2026-11-21'],
  ['nearest', '3/12/2001', '2001-12-03'],
  ['nearest', '3/12/98', '1998-12-03'],
] as const)('where the %s day is asked for, %j is %s', (kind, text, day) => {
  expect(readDay(text, today, kind)).toEqual({ day })
})

const kinds = fc.constantFrom<DayKind>('future', 'next', 'last', 'nearest')
const anyDay = fc.integer({ min: 0, max: 70_000 }).map((days) => addDays('1990-01-01', days))
const near = fc.integer({ min: 0, max: 3_000 })
const exists = (day: string) => new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) === day

/** Lists all ways to write a complete date. */
function writings(day: string): string[] {
  const [year, month, date] = day.split('-').map(Number)
  const at = new Date(`${day}T00:00:00Z`)
  const write = (options: Intl.DateTimeFormatOptions, locale = 'en-AU') =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(at)
  const named = { day: 'numeric', year: 'numeric' } as const
  return [
    day,
    day.replaceAll('-', '/'),
    ...['/', '-', '.', ' ', ' / '].map((between) => [date, month, year].join(between)),
    day.split('-').reverse().join('/'),
    day.split('-').reverse().join(''),
    write({ ...named, month: 'short' }),
    write({ ...named, month: 'long' }),
    write({ ...named, month: 'long' }, 'en-US'),
    write({ ...named, month: 'long', weekday: 'long' }),
    write({ ...named, month: 'short', weekday: 'short' }).toUpperCase(),
    dayInWords(day),
  ]
}

test('every way to write a day is read as that day, whatever today is', () => {
  fc.assert(
    fc.property(anyDay, near, kinds, (now, ahead, kind) => {
      const day = addDays(now, ahead)
      for (const text of writings(day)) expect([text, readDay(text, now, kind)]).toEqual([text, { day }])
    }),
  )
})

test('a day without its year is read as the next, the last or the nearest one', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (now, other) => {
      const text = `${Number(other.slice(8))}/${Number(other.slice(5, 7))}`
      const [next, last, nearest] = (['next', 'last', 'nearest'] as const).map((kind) => {
        const read = readDay(text, now, kind)
        return 'day' in read ? read.day : ''
      })
      for (const day of [next, last, nearest]) expect(day?.slice(5)).toBe(other.slice(5))
      expect(next && next >= now && (other.slice(5) === '02-29' || next < addMonths(now, 12))).toBe(true)
      expect(last && last <= now && (other.slice(5) === '02-29' || last > addMonths(now, -12))).toBe(true)
      expect([next, last]).toContain(nearest)
      expect(readDay(text, now)).toEqual({ day: next })
    }),
  )
})

const word = fc.constantFrom(
  ...[
    'in',
    'the',
    'end',
    'of',
    'next',
    'last',
    'friday',
    'month',
    'weeks',
    'year',
    'dec',
    'may',
    '3rd',
    '29',
  ],
  ...['2', '/', '-', '.', '2027', 'a', 'ago', 'today', '31', '02', 'fy', ',', '９', '\u00a0', '99999'],
)
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(word, { maxLength: 7 }).chain((words) => fc.constantFrom(words.join(' '), words.join(''))),
  fc.tuple(fc.nat(40), fc.nat(15), fc.nat(2_300)).map((parts) => parts.join('/')),
)

test('any input is a day that exists or a problem, never silently nothing', () => {
  fc.assert(
    fc.property(anyText, anyDay, kinds, (text, now, kind) => {
      const read = readDay(text, now, kind)
      if ('problem' in read) {
        expect(read.problem).not.toBe('')
        return
      }
      expect(exists(read.day)).toBe(true)
      if (kind === 'future') expect(read.day >= now).toBe(true)
      // Check that the date written in full is read as the same day.
      for (const again of writings(read.day))
        expect([again, readDay(again, now, kind)]).toEqual([again, read])
    }),
    { numRuns: 2_000 },
  )
})

test('a rule: nothing, a required day, its own bounds, and at most ten years for an end of access', () => {
  expect(checkDay('  ', today, { kind: 'future' })).toEqual({ day: null })
  expect(checkDay('', today, { kind: 'future', required: 'Please choose a date' })).toEqual({
    problem: 'Please choose a date',
  })
  const from = { day: '2026-12-04', message: 'Too early' }
  const to = { day: '2026-12-04', message: 'Too late' }
  expect(checkDay('3/12', today, { kind: 'future', from, to })).toEqual({ problem: 'Too early' })
  expect(checkDay('4/12', today, { kind: 'future', from, to })).toEqual({ day: '2026-12-04' })
  expect(checkDay('5/12', today, { kind: 'future', from, to })).toEqual({ problem: 'Too late' })
  expect(checkDay('21/11/2036', today, { kind: 'future' })).toEqual({ day: '2036-11-21' })
  expect(checkDay('22/11/2036', today, { kind: 'future' })).toEqual({
    problem: 'The expiry date cannot be more than 10 years away.',
  })
  expect(checkDay('22/11/2036', today, { kind: 'next' })).toEqual({ day: '2036-11-22' })
  fc.assert(
    fc.property(anyText, kinds, (text, kind) => {
      const checked = checkDay(text, today, { kind })
      if (text.trim() !== '') expect(checked).not.toEqual({ day: null })
    }),
  )
})
