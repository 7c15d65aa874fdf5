import { expect, test } from 'vitest'
import { cutToParts, partsOf } from './sms-parts.ts'

test.each([
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  [`“${'a'.repeat(69)}`, 1],
  [`“${'a'.repeat(70)}`, 2],
  ['😀'.repeat(67), 2],
  ['😀'.repeat(68), 3],
])('%s is sent as %i', (text, parts) => {
  expect(partsOf(text)).toBe(parts)
})

test('what somebody typed is cut so that the whole stays within its parts, as long as it can be', () => {
  const around = (typed: string) => `Somebody asks: "${typed}" https://deedbox.example`
  expect(cutToParts('please', 2, around)).toBe('please')
  for (const typed of ['a'.repeat(2_000), 'ж'.repeat(2_000), '😀'.repeat(900)]) {
    const cut = cutToParts(typed, 2, around)
    expect(partsOf(around(cut))).toBe(2)
    expect(partsOf(around(cut.replace('...', `${typed.slice(0, 2)}...`)))).toBe(3)
  }
  expect(cutToParts('a'.repeat(10), 1, (typed) => 'b'.repeat(160) + typed)).toBe('')
})
