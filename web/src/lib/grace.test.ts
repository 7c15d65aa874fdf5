import { expect, test } from 'vitest'
import { graceText } from './grace.ts'

test.each([
  [7, '7 days left'],
  [2, '2 days left'],
  [1, '1 day left'],
  [0, 'less than a day left'],
  [-1, 'less than a day left'],
])('%d days: %s', (days, text) => {
  expect(graceText(days)).toBe(text)
})
