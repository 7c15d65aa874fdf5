import { expect, test } from 'vitest'
import { graceText } from './grace.ts'

const day = 86_400_000

test.each([
  [7 * day, '7 days left'],
  [7 * day - 1, '7 days left'],
  [6 * day, '6 days left'],
  [day + 1, '2 days left'],
  [day, 'less than a day left'],
  [1, 'less than a day left'],
  [-1, 'less than a day left'],
])('%d ms: %s', (left, text) => {
  expect(graceText(left)).toBe(text)
})
