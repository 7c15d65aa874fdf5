import { expect, test } from 'vitest'
import { minutesText, summaryOf, workedText } from './health-texts.ts'

const found = (check: 'mail' | 'disk' | 'clock', state: 'good' | 'warning' | 'bad' | 'unknown') => ({
  ...{ check, state },
  message: '',
  ms: 1,
})

test('the summary names what does not work first', () => {
  expect(summaryOf([found('mail', 'good'), found('disk', 'unknown')])).toBe('Everything works.')
  expect(summaryOf([found('clock', 'warning'), found('mail', 'bad'), found('disk', 'bad')])).toBe(
    'Not working: Email, Disk space. Needs attention: Clock.',
  )
})

test.each([
  [0, '0 min'],
  [55, '55 min'],
  [60, '1 h'],
  [1_435, '23 h 55 min'],
  [1_440, '24 h'],
])('%i minutes are %s', (minutes, text) => {
  expect(minutesText(minutes)).toBe(text)
})

const days = (...of: [good: number, bad: number, warning?: number][]) => ({
  days: of.map(([good, bad, warning = 0]) => ({ day: '2026-11-01', good, warning, bad })),
})

test.each([
  [days([1_440, 0], [5, 0]), 'Worked all the time since 1 Nov.'],
  [days([1_440 * 29, 5]), 'Worked 99.9 % of the time since 1 Nov. It did not work for 5 min.'],
  [days([720, 720]), 'Worked 50.0 % of the time since 1 Nov. It did not work for 12 h.'],
  [days([0, 0, 1_505]), 'Worked all the time since 1 Nov. It needed attention for 25 h 5 min.'],
  [
    days([1_080, 0, 360], [1_430, 10]),
    'Worked 99.6 % of the time since 1 Nov. It did not work for 10 min. It needed attention for 6 h.',
  ],
  [days([0, 65]), 'Worked 0.0 % of the time since 1 Nov. It did not work for 1 h 5 min.'],
])('the share that worked is never rounded up to all: %j', (history, text) => {
  expect(workedText(history, '1 Nov')).toBe(text)
})
