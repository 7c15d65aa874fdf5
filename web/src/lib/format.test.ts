import { checkDay } from '@deedbox/contract/typed-day.ts'
import { describe, expect, test } from 'vitest'
import { dateText, dateTimeText, distanceText, initialsOf, showDatesAs, whenText } from './format.ts'

const zone = 'Australia/Sydney'
const now = Date.parse('2026-11-21T02:00:00Z') // 1 pm in Sydney

describe('shows the distance and the date', () => {
  test.each([
    ['2026-12-03', 'in 12 days · 3 Dec 2026'],
    ['2026-11-21', 'today · 21 Nov 2026'],
    ['2026-11-20', 'yesterday · 20 Nov 2026'],
    ['2026-11-22', 'tomorrow · 22 Nov 2026'],
    ['2026-10-31', '21 days ago · 31 Oct 2026'],
    ['2027-11-21', 'in 12 months · 21 Nov 2027'],
    ['2031-11-21', 'in 5 years · 21 Nov 2031'],
    ['2031-11-20', 'in 4 years · 20 Nov 2031'],
    ['2019-05-03', '7 years ago · 3 May 2019'],
    ['2016-11-21', '10 years ago · 21 Nov 2016'],
    ['2016-11-22', '9 years ago · 22 Nov 2016'],
    ['2026-12-02T13:30:00Z', 'in 12 days · 3 Dec 2026'],
    ['2026-11-21T05:10:00Z', 'in 3 hours · 21 Nov 2026, 4:10\u00a0pm'],
    ['2026-11-21T01:35:00Z', '25 minutes ago · 21 Nov 2026, 12:35\u00a0pm'],
    ['2026-11-21T01:59:50Z', 'just now · 21 Nov 2026, 12:59\u00a0pm'],
    ['2026-11-21T02:00:04Z', 'just now · 21 Nov 2026, 1:00\u00a0pm'],
    ['2026-11-21T02:00:20Z', 'in less than a minute · 21 Nov 2026, 1:00\u00a0pm'],
    ['2026-11-20T01:00:00Z', 'yesterday · 20 Nov 2026'],
  ])('%s', (at, text) => {
    expect(whenText(at, now, zone)).toBe(text)
  })
})

test.each([
  ['words', '3 Dec 2026', '3 Dec 2026, 4:05\u00a0pm'],
  ['slashes', '03/12/2026', '03/12/2026, 4:05\u00a0pm'],
  ['iso', '2026-12-03', '2026-12-03, 4:05\u00a0pm'],
] as const)('dates as %s are shown everywhere, and read again when they are typed', (style, day, instant) => {
  showDatesAs(style)
  try {
    expect(dateText('2026-12-03', zone)).toBe(day)
    expect(dateTimeText('2026-12-03T05:05:00Z', zone)).toBe(instant)
    expect(checkDay(day, '2026-11-21', { kind: 'future' })).toMatchObject({ day: '2026-12-03' })
  } finally {
    showDatesAs(undefined)
  }
})

test('a calendar day is the same in every time zone', () => {
  expect(dateText('2026-12-03', 'America/Los_Angeles')).toBe('3 Dec 2026')
  expect(dateText('2026-12-03', 'Pacific/Auckland')).toBe('3 Dec 2026')
})

test("an instant is shown in the deployment's time zone", () => {
  expect(dateTimeText('2026-12-03T13:30:00Z', 'Australia/Sydney')).toBe('4 Dec 2026, 12:30\u00a0am')
  expect(dateTimeText('2026-12-03T13:30:00Z', 'Australia/Perth')).toBe('3 Dec 2026, 9:30\u00a0pm')
})

test("'today' follows the deployment's time zone, not the machine's", () => {
  const lateEvening = Date.parse('2026-11-21T14:00:00Z') // 22 Nov in Sydney, 21 Nov in Perth
  expect(distanceText('2026-11-22', lateEvening, 'Australia/Sydney')).toBe('today')
  expect(distanceText('2026-11-22', lateEvening, 'Australia/Perth')).toBe('tomorrow')
})

test.each([
  ['Jane Citizen', 'JC'],
  ['Jane Mary van Citizen', 'JC'],
  ['Cher', 'C'],
  ['', ''],
])('the initials of %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
