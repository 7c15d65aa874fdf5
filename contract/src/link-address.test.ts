import { expect, test } from 'vitest'
import { leadsTo, outsideAddress } from './link-address.ts'

test('a link out of a document has its full address, and only that of a page or of an email', () => {
  expect(
    [
      'https://example.org/a b',
      ' www.example.org ',
      'HTTP://Example.org',
      'mailto:a@b.example?subject=x',
    ].map(outsideAddress),
  ).toEqual([
    ...['https://example.org/a%20b', 'https://www.example.org/', 'http://example.org/'],
    'mailto:a@b.example?subject=x',
  ])
  const refused = [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'ftp://a.example',
    'page 4',
    '',
  ]
  expect(
    [...refused, ' java\nscript:alert(1)', `https://a.example/${'x'.repeat(2_000)}`].map(outsideAddress),
  ).toEqual(Array(8).fill(null))
})

test('where an address leads is told, whatever stands before it', () => {
  expect(leadsTo('https://bank.example@evil.example/bank.example')).toBe('evil.example')
  // A letter of another script is written so that nobody takes it for another.
  expect(leadsTo(outsideAddress('https://exаmple.org') ?? '')).toBe('xn--exmple-4nf.org')
  expect(leadsTo('mailto:jane@chen.example?body=x')).toBe('jane@chen.example')
})
