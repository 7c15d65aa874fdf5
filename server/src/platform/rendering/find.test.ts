import { fold } from '@deedbox/contract/fold.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { find } from './find.ts'

test('finds across line breaks, split words and case', () => {
  expect(find('the settlor\r\ndeclares', 'Settlor Declares')?.count).toBe(1)
  expect(find('the bene\u0002\r\nficiary', 'beneficiary')?.count).toBe(1)
  expect(find('cafe\u0301', 'CAFÉ')?.count).toBe(1)
  expect(find('cafe\u0301', 'cafe')?.count).toBe(1)
  expect(find('ΟΔΥΣΣΕΥΣ und die Stra\u00dfe', 'οδυσσεύς UND DIE STRASSE')?.count).toBe(1)
  expect(find('a (b) [c] $5.00', '(B) [c] $5.00')?.count).toBe(1)
  expect(find('$5x00', '$5.00')).toBeUndefined()
  expect(find('anything', ' ')).toBeUndefined()
})

test('an excerpt is short and holds the words found', () => {
  const { count, excerpt } = find(`${'x '.repeat(500)}Codicil${' y'.repeat(500)}`, 'codicil') ?? {}
  expect(count).toBe(1)
  expect(excerpt).toMatch(/^…(x )+Codicil( y)+…$/)
  expect(excerpt?.length).toBeLessThan(140)
  // Folding may make a text longer, and the words around a hit must not shift.
  expect(find(`${'ß '.repeat(500)}Codicil${' ß'.repeat(500)}`, 'codicil')?.excerpt).toMatch(
    /^…(ß )+Codicil( ß)+…$/,
  )
  expect(find('a'.repeat(5_000), 'a')?.count).toBe(1_000)
})

test('says which characters of the page were found', () => {
  const spans = (text: string, query: string) =>
    find(text, query)?.places.map(({ start, end }) => [start, end])
  const taken = (text: string, query: string) =>
    spans(text, query)?.map(([start, end]) => [...text].slice(start, end).join(''))
  expect(spans('  a\r\n\r\nb ab', 'A b')).toEqual([[2, 8]])
  expect(taken('die Stra\u00dfe, die Strasse', 'strasse')).toEqual(['Stra\u00dfe', 'Strasse'])
  expect(taken('the bene\u0002\r\nficiary', 'beneficiary')).toEqual(['bene\u0002\r\nficiary'])
  expect(taken('\u0000\ud83d\udc69 cafe\u0301s', 'caf\u00e9')).toEqual(['cafe\u0301'])
  expect(find('a '.repeat(60), 'a')).toMatchObject({ count: 60, places: { length: 50 } })
})

test('finds any text in itself', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.string(),
      fc.string(),
      (query, before, after) => {
        fc.pre(fold(query).trim() !== '')
        // Spaces keep the neighbours from joining with the query into other characters.
        expect(find(`${before} ${query} ${after}`, query)?.count).toBeGreaterThan(0)
      },
    ),
  )
})
