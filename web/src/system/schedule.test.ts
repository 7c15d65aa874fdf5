import { expect, test } from 'vitest'
import { scheduleText } from './schedule.ts'

test.each([
  ['* * * * *', 'Every minute'],
  ['*/1 * * * *', 'Every minute'],
  ['*/5 * * * *', 'Every 5 minutes'],
  ['37 * * * *', 'Hourly'],
  ['17 3 * * *', 'Daily'],
  ['0 8 * * 1', '0 8 * * 1'],
])('%s is said as: %s', (cron, text) => {
  expect(scheduleText(cron)).toBe(text)
})
