import { expect, test } from 'vitest'
import { scheduleText } from './schedule.ts'

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
