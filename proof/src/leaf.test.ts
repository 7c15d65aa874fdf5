import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, textOf, toBase64Url } from './bytes.ts'
import { ProofError } from './error.ts'
import {
  canonicalText,
  disclosed,
  disclosureHash,
  disclosureText,
  type Json,
  leafBytes,
  parseCanonical,
  parseDisclosure,
  parseLeaf,
} from './leaf.ts'
import { vectors } from './vectors.testing.ts'

test.each(vectors<{ cases: { name: string; input: string; output: string }[] }>('canonical').cases)(
  'RFC 8785: $name',
  ({ input, output }) => {
    expect(canonicalText(JSON.parse(input))).toBe(output)
    expect(canonicalText(parseCanonical(output))).toBe(output)
    if (input !== output) expect(() => parseCanonical(input)).toThrow('form of RFC 8785')
  },
)

test.each([
  ['half of a surrogate pair in a text', '"\\ud800"'],
  ['the other half in a name', '{"\\udc00":1}'],
  ['a name that stands twice', '{"a":1,"a":1}'],
  ['a name twice, deep inside', '[{"b":{"a":1,"a":2}}]'],
  ['a space', '{"a": 1}'],
  ['names out of order', '{"b":1,"a":1}'],
  ['a number in another form', '[1.0]'],
  ['nothing', ''],
  ['two values', '1 2'],
])('%s is refused', (_, text) => {
  expect(() => parseCanonical(text)).toThrow(ProofError)
})

test.each([['\ud800'], [{ '\udfff': 1 }], [Number.NaN], [Number.POSITIVE_INFINITY]])(
  '%j has no canonical text',
  (value) => {
    expect(() => canonicalText(value as Json)).toThrow(ProofError)
  },
)

const salt = new Uint8Array(16).fill(7)
const actor = disclosureText({ salt, name: 'actor_name', value: 'Mary Chen' })
const ip = disclosureText({ salt, name: 'ip', value: null })
const leaf = {
  at: '2026-02-03 04:05:06.789012',
  event: 'document_viewed',
  number: 12,
  _sd: [actor, ip].map(disclosureHash),
}

test('a leaf is a version byte and its canonical text, and says nothing of a person', () => {
  const bytes = leafBytes(leaf)
  expect(bytes[0]).toBe(1)
  expect(textOf(bytes.subarray(1))).not.toContain('Mary')
  expect(parseLeaf(bytes)).toEqual({ ...leaf, _sd: [...leaf._sd].sort() })
  expect(() => parseLeaf(Uint8Array.of(2, ...bytes.subarray(1)))).toThrow('version')
  expect(() => parseLeaf(bytesOf('\u0001{"at":"x"}'))).toThrow('lacks a field')
  expect(() => parseLeaf(bytesOf('\u0001[1]'))).toThrow('not an object')
})

test('a leaf of version 1 keeps its bytes', () => {
  expect(textOf(leafBytes({ at: 'a', event: 'e', number: 1, _sd: ['b', 'a'] }).subarray(1))).toBe(
    '{"_sd":["a","b"],"at":"a","event":"e","number":1}',
  )
})

test('a leaf says what its disclosures say, in part too', () => {
  expect([...disclosed(leaf, [actor, ip])]).toEqual([
    ['actor_name', 'Mary Chen'],
    ['ip', null],
  ])
  expect([...disclosed(leaf, [])]).toEqual([])
  expect(() => disclosed(leaf, [actor, actor])).toThrow('Two disclosures')
  const other = disclosureText({ salt, name: 'actor_name', value: 'Mary Chan' })
  expect(() => disclosed(leaf, [other])).toThrow('no commitment to what is said of actor_name')
})

test('every disclosure is read back; short salts and other forms are refused', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 16, maxLength: 32 }),
      fc.string({ unit: 'grapheme' }),
      fc.jsonValue({ stringUnit: 'grapheme' }),
      (bytes, name, value) => {
        const given = { salt: bytes, name, value: JSON.parse(JSON.stringify(value)) }
        expect(parseDisclosure(disclosureText(given))).toEqual(given)
      },
    ),
  )
  expect(() => disclosureText({ salt: salt.subarray(1), name: 'a', value: 1 })).toThrow('salt')
  for (const text of ['["AAAA","a",1]', '["a",1]', '{"a":1}', '[1,"a",1]'])
    expect(() => parseDisclosure(toBase64Url(bytesOf(text)))).toThrow(ProofError)
})

test('a leaf is at most 65,535 bytes long', () => {
  expect(() => leafBytes({ ...leaf, event: 'x'.repeat(65_535) })).toThrow('65,535')
})
