import { expect, test } from 'vitest'
import { listText, shortListText } from './list-text.ts'

test('names as a sentence lists them', () => {
  expect(listText([])).toBe('')
  expect(listText(['A', 'B', 'C'])).toBe('A, B and C')
  expect(listText(['A', 'B'], 'or')).toBe('A or B')
  expect(listText(['A', 'B', 'C'], 'or')).toBe('A, B or C')
})

test('the first names of a list, and how many more there are', () => {
  expect(shortListText(['A'], 5)).toBe('A')
  expect(shortListText(['A', 'B'], 5)).toBe('A and B')
  expect(shortListText(['A', 'B', 'C'], 2)).toBe('A, B and 1 more')
  expect(shortListText(['A', 'B'], 5, 1_002)).toBe('A, B and 1,000 more')
})
