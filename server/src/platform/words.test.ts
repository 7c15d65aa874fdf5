import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordsAsked, wordsIn } from './words.ts'

/** Tells whether a search for `asked` finds a document with this text. */
const finds = (text: string, asked: string): boolean => {
  const words = wordsIn(text)
  return wordsAsked(asked).every((word) => words.has(word))
}

test.each([
  ['To my daughter I leave the Bösendorfer piano.', 'bosendorfer PIANO'],
  ["The estate of Mary O'Brien", 'obrien'],
  ['The estate of Mary O’Brien', "O'Brien"],
  ["The estate of Mary O'Brien", 'brien'],
  ['the trustee’s duties', 'trustee'],
  ["O'Brien's farm", "o'brien"],
  ['the co-trustee resigns', 'co-trustee'],
  ['the co-trustee resigns', 'cotrustee'],
  ['the co-trustee resigns', 'trustee'],
  ['bene-\nficiary', 'beneficiary'],
  ['bene\u0002ficiary', 'beneficiary'],
  ['bene\u0002\r\nficiary', 'beneficiary'],
  ['Clause 1/2024 of the deed', '1/2024'],
  ['Signed on 12.03.2024', '12/03/2024'],
  ['A sum of $1,250,000.00', '1250000'],
  ['A sum of $1,250,000.00', '1,250,000.00'],
  ['ABN 51 824 753 556', '51824753556'],
  ['ABN 51824753556', '51 824 753 556'],
  ['ABN 51 824 753 556', '51 824 753 556'],
  ['ACN 004 085 616 Pty Ltd', '004085616'],
  ['write to jane.citizen@example.com', 'jane.citizen@example.com'],
  ['write to jane.citizen@example.com', 'citizen'],
  ['Последняя воля', 'ВОЛЯ'],
  ['Διαθήκη της Ελένης', 'διαθηκη'],
  ['本遺言書は有効である', '遺言'],
  ['พินัยกรรมของยาย', 'พินัยกรรม'],
  ['either/or', 'either'],
  ['the deed of the trust', 'deed of the trust'],
])('%j is found by %j', (text, asked) => {
  expect(wordsAsked(asked)).not.toEqual([])
  expect(finds(text, asked)).toBe(true)
})

test.each([
  ['the beneficiaries', 'beneficiary'],
  ['the trust', 'trust deed'],
  ['Clause 1/2023', '1/2024'],
  ['遺産の言葉', '遺言'],
])('%j is not found by %j', (text, asked) => {
  expect(finds(text, asked)).toBe(false)
})

test('single letters and words that are in every text are not kept, nor what is no word', () => {
  expect([...wordsIn('I, a b of the and 7 — !?')]).toEqual([])
  expect(wordsAsked('of the')).toEqual([])
  expect([...wordsIn('x'.repeat(41))]).toEqual([])
})

test('whatever a text says, each of its words finds it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[\w'.,/-]{0,12}$/))),
      (parts) => {
        const text = parts.join(' ')
        for (const part of parts) expect(finds(text, part)).toBe(true)
      },
    ),
  )
})
