import { expect, test } from 'vitest'
import { matchWords } from './match-words.ts'

const words = 'This Deed of Trust is made by the Settlor. The deed binds.'
  .split(' ')
  .map((text) => ({ text }))
const found = (search: string) => [...matchWords(words, search)]

test.each([
  ['deed', [1, 10]],
  ['DEED  of\ntrust', [1, 2, 3]],
  ['settlor', [8]],
  ['ettlor. the de', [8, 9, 10]],
  ['s', [0, 3, 4, 8, 11]],
  ['will', []],
  ['  ', []],
])('%j', (search, indexes) => {
  expect(found(search)).toEqual(indexes)
})

test('composed and decomposed letters match each other', () => {
  expect([...matchWords([{ text: 'Zoe\u0308' }], 'zo\u00eb')]).toEqual([0])
  expect([...matchWords([{ text: 'the' }, { text: '\u00c9TUDE' }, { text: 'ends' }], 'etude')]).toEqual([1])
})
