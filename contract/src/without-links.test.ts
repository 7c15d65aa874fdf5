import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linkRemoved, withoutLinks } from './without-links.ts'

describe('everything that a mail program would turn into a link is removed', () => {
  test.each([
    ['Open https://evil.example/login?a=b now', `Open ${linkRemoved} now`],
    ['HTTP://EVIL.EXAMPLE', linkRemoved],
    ['http:// evil.example', `${linkRemoved} evil. example`],
    ['see www.evil.example.', `see ${linkRemoved}`],
    ['evil.example/pay', linkRemoved],
    ['evil.example:8080', linkRemoved],
    ['evil.example?next=1', linkRemoved],
    ['//evil.example/x', `//${linkRemoved}`],
    ['10.0.0.1/admin', linkRemoved],
    ['xn--80ak6aa92e.com/x', linkRemoved],
    ['https://аррӏе.com', linkRemoved],
    ['例子。中国/支付', linkRemoved],
    ['ｈｔｔｐｓ：／／ｅｖｉｌ．ｃｏｍ／ｘ', `ｈｔｔｐｓ：／／${linkRemoved}`],
    ['[Your deed](https://evil.example/deed)', `[Your deed](${linkRemoved}`],
    ['<a href="https://evil.example">deed</a>', `<a href="${linkRemoved}">deed</a>`],
    ['data:text/html;base64,PHNjcmlwdD4=', linkRemoved],
    ['javascript:alert(1)', linkRemoved],
    ['mailto:me@evil.example?subject=x', linkRemoved],
    ['me@evil.example/pay', `me@${linkRemoved}`],
    ['ht\u200btps://ev\u00adil.example', linkRemoved],
  ])('%s', (typed, sent) => expect(withoutLinks(typed)).toBe(sent))

  test.each([
    ['go to evil.com', 'go to evil. com'],
    ['evil.co.uk', 'evil. co. uk'],
    ['bücher.example', 'bücher. example'],
    ['пример.рф', 'пример. рф'],
  ])('the bare name %s is no longer a link', (typed, sent) => expect(withoutLinks(typed)).toBe(sent))
})

test.each([
  'Dear Ms O’Brien, the deed of 3.12.2026 (v1.2) costs $1,200.50 at 10:30.',
  'Write to jane.citizen+deeds@firm.com.au, please.',
  'E.g. clause 4.1, i.e. the one about and/or; see page 3/12.',
  'Smith Family Trust: deed of variation',
  '家族信托契约 👨‍👩‍👧',
  '',
])('what holds no address stays: %s', (typed) => expect(withoutLinks(typed)).toBe(typed))

const parts = fc.oneof(
  fc.constantFrom(
    ...[
      'http://',
      'https:',
      '//',
      'www.',
      'evil',
      '.',
      'com',
      'au',
      '/',
      '@',
      ':',
      '80',
      '?',
      '#',
      ' ',
      '\n',
    ],
    ...[
      '。',
      '．',
      '／',
      '：',
      '[',
      '](',
      ')',
      '<',
      '>',
      '"',
      'xn--',
      'data:',
      'mailto:',
      '\u200b',
      '\u200d',
      'é',
      'рф',
    ],
  ),
  fc.string({ maxLength: 4, unit: 'grapheme' }),
)
const typed = fc.array(parts, { maxLength: 25 }).map((found) => found.join(''))

// Patterns of links as Gmail, Outlook and Apple Mail find them, but stricter: no name with dots outside an email address.
const emails = /[\p{L}\p{N}._%+'-]+@(?:[\p{L}\p{N}\p{M}_.。．｡\u2024\uFE52\u200C-]|\u200D)+/gu
const likeLinks = [
  /[a-z]:\s*\/\//iu,
  /\bwww\d*\.\S/iu,
  /[\p{L}\p{N}]\.\p{L}[\p{L}\p{N}]/u,
  /\b(?:data|javascript|mailto):\S/iu,
]

test('no input leaves anything that looks like a link', () => {
  fc.assert(
    fc.property(typed, (text) => {
      const left = withoutLinks(text).replace(emails, '')
      for (const like of likeLinks) expect(left).not.toMatch(like)
    }),
    { numRuns: 2_000 },
  )
})

test('a second pass changes nothing', () => {
  fc.assert(
    fc.property(typed, (text) => {
      const once = withoutLinks(text)
      expect(withoutLinks(once)).toBe(once)
    }),
    { numRuns: 2_000 },
  )
})

test('an address in the middle of any text is removed completely', () => {
  const web = fc.webUrl({ withQueryParameters: true, withFragments: true })
  fc.assert(
    fc.property(web, fc.constantFrom('', 'See ', '(', '['), (url, before) => {
      expect(withoutLinks(`${before}${url} please`)).toBe(`${before}${linkRemoved} please`)
    }),
  )
})

test('a long text of hardly an address comes to its end', () => {
  // A pattern whose work grows exponentially would take longer than a test may.
  for (const piece of ['a.', 'a@', 'a-', '.', 'http:', 'www.', 'a@b.', '1.'])
    expect(withoutLinks(piece.repeat(1_000))).not.toMatch(/https?:\/\//)
})
