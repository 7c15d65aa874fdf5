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
  // Where folding makes a text longer, the words around are still those around.
  expect(find(`${'ß '.repeat(500)}Codicil${' ß'.repeat(500)}`, 'codicil')?.excerpt).toMatch(
    /^…(ß )+Codicil( ß)+…$/,
  )
  expect(find('a'.repeat(5_000), 'a')?.count).toBe(1_000)
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
