import { expect, test } from 'vitest'
import { listText } from './list-text.ts'

test('the first names of a list, and how many more there are', () => {
  expect(listText(['A'], 5)).toBe('A')
  expect(listText(['A', 'B'], 5)).toBe('A and B')
  expect(listText(['A', 'B', 'C'], 2)).toBe('A, B and 1 more')
  expect(listText(['A', 'B'], 5, 1_002)).toBe('A, B and 1,000 more')
})
