import { expect, test } from 'vitest'
import { headers, mail } from './testing/mails.ts'
import { pagesOf, wordsOf } from './testing/pages.ts'

test('a mail shows who wrote to whom, when in the time zone here, its text and what is attached', async () => {
  const one = mail(
    [...headers, 'Content-Type: multipart/mixed; boundary=b'],
    [
      '\n--b\nContent-Type: multipart/alternative; boundary=c\n',
      '--c\nContent-Type: text/plain; charset=windows-1252\nContent-Transfer-Encoding: quoted-printable\n\nThe fee is =A3 20 plain.',
      '--c\nContent-Type: text/html\n\n<p>The fee is <b>&pound; 20</b>.</p>\n--c--',
      `--b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename="will.pdf"\nContent-Transfer-Encoding: base64\n\n${Buffer.alloc(3000).toString('base64')}`,
      '--b\nContent-Type: message/rfc822\nContent-Disposition: attachment; filename="older.eml"\n\nSubject: Older\n\nOlder text\n--b--',
    ].join('\n'),
  )
  expect(await wordsOf('eml', one)).toEqual([
    "Mum’s will From Margaret O'Neill <margaret@example.com> " +
      'To Hartley <office@hartley.example>, Smith, John <john@example.com> Cc Zoë Nguyễn <zoe@example.com> ' +
      'Date Monday 3 August 2026 at 9:15 am AEST 2 attachments • will.pdf (application/pdf, 3 KB) ' +
      '• older.eml (message/rfc822, 27 bytes) The fee is £ 20.',
  ])
})

test('a mail in HTML is shown as text: nothing in it is run, styled or fetched', async () => {
  const html = `<html><head><title>no</title><style>p { color: white }</style><script>document.write('no')</script></head>
    <body background="http://127.0.0.1:9/a"><h1>Dear John</h1><p>Please <b>sign</b>,<br>then <a href="http://127.0.0.1:9/">send</a>
    it.<img src="http://127.0.0.1:9/b.png" alt="Our logo"></p><ol><li>first<li>second<ul><li>inner</ul></ol>
    <div style="display:none">hidden</div><object data="http://127.0.0.1:9/c">no</object><pre>kept\n  lines</pre></body></html>`
  const one = mail([...headers, 'Content-Type: text/html; charset=utf-8'], `\n${html}`)
  const [words] = await wordsOf('eml', one)
  expect(words).toContain(
    'Dear John Please sign, then send it.[Picture: Our logo] 1. first 2. second • inner kept lines',
  )
  expect(words).not.toMatch(/no\b|hidden|127/)
})

test('a table in a mail is shown as one; tables in tables, which only lay it out, are paragraphs', async () => {
  const html = `<table><tr><td><table border="1"><tr><th>Asset</th><th>Value</th></tr>
    <tr><td>House in Ballarat</td><td>$1</td></tr><tr><td colspan="2">Together</td></tr></table></td><td>beside</td></tr>
    <tr><td>below</td><td>it</td></tr></table>`
  const one = mail([...headers, 'Content-Type: text/html; charset=utf-8'], `\n${html}`)
  const [page] = await pagesOf('eml', one)
  const at = (text: string) => page?.words.find((word) => word.text === text)
  expect(at('Value')?.y).toBeCloseTo(at('Asset')?.y ?? 0, 3)
  expect(at('$1')?.x).toBeCloseTo(at('Value')?.x ?? 0, 3)
  expect(at('$1')?.y).toBeCloseTo(at('House')?.y ?? 0, 3)
  expect(at('Together')?.y).toBeGreaterThan(at('$1')?.y ?? 1)
  expect(at('below')?.x).toBeCloseTo(at('beside')?.x ?? 0, 3)
})

const twoForms = (plain: string, html: string) =>
  mail(
    [...headers, 'Content-Type: multipart/alternative; boundary=b'],
    `\n--b\nContent-Type: text/plain\n\n${plain}\n--b\nContent-Type: text/html\n\n${html}\n--b--`,
  )

test.each([
  ['<p></p>', 'empty'],
  [
    '<p>Please see the text.</p><img src="cid:logo" alt="A logo with very many words about the firm and its history">',
    'a stub',
  ],
])('of two forms the plain one is shown where HTML is %s (%s)', async (html) => {
  const plain = 'The trustees met on 3 August and resolved to distribute the income of the year as follows.'
  const [words] = await wordsOf('eml', twoForms(plain, html))
  expect(words).toContain(plain)
})

test('of two forms HTML is shown where both say the same, with its tables', async () => {
  const html = '<table><tr><td>Asset</td><td>House</td></tr><tr><td>Value</td><td>$1</td></tr></table>'
  const [words] = await wordsOf('eml', twoForms('This mail needs a program that shows HTML.', html))
  expect(words).toContain('Asset House Value $1')
  expect(words).not.toContain('needs a program')
})
