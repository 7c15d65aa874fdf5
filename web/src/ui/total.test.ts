import { expect, test } from 'vitest'
import { totalText } from './total.ts'

test('a total is exact, or says that there are more', () => {
  expect(totalText({ total: 1_234 })).toBe('1,234')
  expect(totalText({ total: 10_000, totalIsMore: false })).toBe('10,000')
  expect(totalText({ total: 10_000, totalIsMore: true })).toBe('more than 10,000')
})
