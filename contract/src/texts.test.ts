import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inParagraphs, oneLine } from './texts.ts'

test.each([
  ['  Smith\u2028Family\u2029Trust\t\tdeed\r\n', 'Smith Family Trust deed'],
  ['e\u0301tude\u00a0No.\u30001', '\u00e9tude No. 1'],
  ['invoice\u202egpj.exe', 'invoicegpj.exe'],
  ['soft\u00adhy\u200bphen\ufeff', 'softhyphen'],
  ['می\u200cخواهم 👩‍⚖️', 'می\u200cخواهم 👩‍⚖️'],
  ['a\u0085b\u0000c\u009fd', 'a b c d'],
  ['\u2028 \u202e', ''],
])('%j on one line is %j', (typed, line) => {
  expect(oneLine(typed)).toBe(line)
})

test('several lines keep their breaks, each as one newline', () => {
  expect(inParagraphs(' Dear Jane\r\n\r\nall\u2028is\u0085well.\rYours\tTess\u0007 \u202e')).toBe(
    'Dear Jane\n\nall\nis\nwell.\nYours Tess',
  )
})

const anything = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'\n\r\t\u2028\u0085\u202e\u0301\u200b eE'),
    fc.string({ unit: 'binary', maxLength: 1 }),
  ),
})

test('no line break or change of direction is left, and applying it twice changes nothing', () => {
  fc.assert(
    fc.property(anything, (typed) => {
      const line = oneLine(typed)
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
      expect(oneLine(line)).toBe(line)
      expect(line.normalize('NFC')).toBe(line)
      const lines = inParagraphs(typed)
      expect(lines).not.toMatch(/[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u)
      expect(inParagraphs(lines)).toBe(lines)
    }),
  )
})
