import { expect, test } from 'vitest'
import { counted, countText } from './counts.ts'

test('a number of things is written as people write it', () => {
  expect([0, 999, 1_000, 1_234_567, -1_000].map(countText)).toEqual([
    '0',
    '999',
    '1,000',
    '1,234,567',
    '-1,000',
  ])
  expect([0, 1, 2_000].map((count) => counted(count, 'document'))).toEqual([
    '0 documents',
    '1 document',
    '2,000 documents',
  ])
  expect(counted(2, 'person', 'people')).toBe('2 people')
})
