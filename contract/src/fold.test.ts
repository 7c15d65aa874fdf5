import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from './fold.ts'

test.each([
  ['étude', 'e\u0301tude', 'ÉTUDE', 'Etude'],
  ['Straße', 'STRASSE', 'strasse', 'STRAẞE'],
  ['İstanbul', 'istanbul', 'ISTANBUL', 'ıstanbul'],
  ['Οδυσσεύς', 'ΟΔΥΣΣΕΥΣ', 'οδυσσευσ', 'οδυσσευς'],
  ['Ёлкин', 'ЕЛКИН', 'ёлкин', 'Елкин'],
  ['Nguyễn Thị Đào', 'nguyen thi dao', 'NGUYỄN THỊ ĐÀO'.normalize('NFD')],
  ['Sørensen Æble Łódź', 'sorensen aeble lodz', 'SØRENSEN ÆBLE ŁÓDŹ'],
  ['مُحَمَّد', 'محمد', 'محـــمد'],
  ['信託契約', '信託契約'],
  ['ﬁnal', 'FINAL', 'ﬁnal'],
  ['O’Brien–Smith', "o'brien-smith"],
  ['ＡＢＣ', 'abc'],
])('%s is found by %s', (...texts) => {
  expect(new Set(texts.map(fold)).size).toBe(1)
})

test('different letters stay different', () => {
  expect(fold('कि')).not.toBe(fold('क'))
  expect(fold('が')).toBe(fold('か\u3099'))
  expect(fold('が')).not.toBe(fold('か'))
})

/** Letters of the alphabets that change with case or carry accents. */
const alphabets = [
  [0x20, 0x24f],
  [0x370, 0x373],
  [0x386, 0x3ff],
  [0x400, 0x481],
  [0x48a, 0x556],
  [0x5d0, 0x5ea],
  [0x620, 0x64a],
  [0x1e00, 0x1eff],
  [0x4e00, 0x4eff],
]
const letter = fc
  .oneof(...alphabets.map(([min = 0, max = 0]) => fc.integer({ min, max })))
  .map((code) => String.fromCodePoint(code))
const text = fc.string({ unit: letter, maxLength: 20 })

test('variants of a text find each other, and folding twice changes nothing', () => {
  fc.assert(
    fc.property(text, (typed) => {
      const folded = fold(typed)
      expect(fold(folded)).toBe(folded)
      for (const variant of [
        typed.normalize('NFC'),
        typed.normalize('NFD'),
        typed.toLowerCase(),
        typed.toUpperCase(),
      ])
        expect(fold(variant)).toBe(folded)
    }),
    { numRuns: 2_000 },
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => fold(fold(typed)) === fold(typed)),
    { numRuns: 2_000 },
  )
})
