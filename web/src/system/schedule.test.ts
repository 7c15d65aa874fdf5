import { expect, test } from 'vitest'
import { durationText, scheduleText } from './schedule.ts'

test.each([
  ['* * * * *', 'Every minute'],
  ['*/1 * * * *', 'Every minute'],
  ['*/5 * * * *', 'Every 5 minutes'],
  ['37 * * * *', 'Hourly at 37 past'],
  ['17 3 * * *', 'Daily at 3:17 am'],
  ['5 0 * * *', 'Daily at 12:05 am'],
  ['0 12 * * *', 'Daily at 12:00 pm'],
  ['0 8 * * 1', '0 8 * * 1'],
])('%s is said as: %s', (cron, text) => {
  expect(scheduleText(cron)).toBe(text)
})

test.each([
  [-5, '0 minutes'],
  [59_999, '0 minutes'],
  [60_000, '1 minute'],
  [59 * 60_000, '59 minutes'],
  [60 * 60_000, '1 hour'],
  [47 * 3_600_000, '47 hours'],
  [48 * 3_600_000, '2 days'],
  [1_500 * 86_400_000, '1,500 days'],
])('%i ms are %s', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})
