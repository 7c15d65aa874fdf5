import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safePath } from './paths.ts'

test.each([
  '/',
  '/dashboard',
  '/documents/1?tab=a&b=c#top',
  '/owner-request/7f',
  '/documents?search=50%25',
  '/a%2Fb',
  '/clients/50%25',
  '/clients/100%25%20sure',
])('redirects to %j', (path) => {
  expect(safePath(path)).toBe(path)
})

test.each([
  null,
  undefined,
  '',
  'dashboard',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%2fevil.example',
  '/%2Fevil.example',
  '/%5cevil.example',
  '/%255cevil.example',
  '/%255c50%25evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/%09/evil.example',
  ' //evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/documents\\..\\..',
  '/%',
  '/%2',
  '/%25252fevil.example/%252e',
  '/a b',
  '/'.padEnd(3_000, 'a'),
])('never redirects to %.40j', (path) => {
  expect(safePath(path)).toBe('/dashboard')
})

test('a browser stays on our origin for every target', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '%2f',
    '%5C',
    '%09',
    '\t',
    '\r',
    ' ',
    'evil.example',
    '@',
    ':',
    '.',
    '?',
    '#',
    '%25',
    'a',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const target = safePath(pieces.join(''))
      expect(new URL(target, 'https://deedbox.example').origin).toBe('https://deedbox.example')
      expect(new URL(decodeURIComponent(target), 'https://deedbox.example').origin).toBe(
        'https://deedbox.example',
      )
    }),
    { numRuns: 2_000 },
  )
})
