import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'

const word = (text: string, x: number, y: number, height = 0.02) => ({ text, x, y, width: 0.08, height })
const texts = (words: ReturnType<typeof word>[]) =>
  linesOf(words).map((line) => line.map(({ text }) => text).join(' '))

test('words at the same height form a line, whatever their size', () => {
  expect(texts([word('Deed', 0.1, 0.1), word('of', 0.2, 0.102, 0.018), word('Trust', 0.3, 0.1)])).toEqual([
    'Deed of Trust',
  ])
})

test('a word lower down, or back on the left, begins a line', () => {
  expect(
    texts([
      word('left', 0.1, 0.1),
      word('right', 0.6, 0.1),
      word('below', 0.1, 0.14),
      word('again', 0.05, 0.14),
    ]),
  ).toEqual(['left right', 'below', 'again'])
})

test('no words give no lines', () => {
  expect(linesOf([])).toEqual([])
})
