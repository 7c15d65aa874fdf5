import { expect, test } from 'vitest'
import { clockText } from './countdown.ts'

test.each([
  [600_000, '10:00'],
  [599_001, '10:00'],
  [599_000, '9:59'],
  [60_000, '1:00'],
  [9_400, '0:10'],
  [1, '0:01'],
  [0, '0:00'],
  [-5_000, '0:00'],
])('%i ms left reads %s', (left, text) => {
  expect(clockText(left)).toBe(text)
})
