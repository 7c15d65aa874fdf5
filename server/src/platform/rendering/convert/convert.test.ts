import { fileTypes } from '@deedbox/contract/file-types.ts'
import { afterAll, expect, test } from 'vitest'
import { createRenderer, type PageText, type Source } from '../renderer.ts'
import { greys, silent, source } from '../samples.ts'

const renderer = createRenderer({ logger: silent, timeZone: () => 'Australia/Sydney' })
afterAll(() => renderer.close())

let files = 0
const file = (extension: string, bytes: string | Buffer): Source =>
  source(`file ${++files}`, Buffer.from(bytes), fileTypes[extension])

/** The texts of all pages. */
async function textsOf(one: Source): Promise<PageText[]> {
  const texts: PageText[] = []
  for (const [index] of (await renderer.pages(one)).entries()) texts.push(await renderer.text(one, index + 1))
  return texts
}
const wordsOf = async (one: Source) =>
  (await textsOf(one)).map(({ words }) => words.map(({ text }) => text).join(' '))

test('a text in any encoding is pages with words that are found where they are', async () => {
  const letter = 'Dear Zoë,\n\nto my café I leave £20 and “a piano”.'
  const windows = Buffer.from(letter.replace('“', '\x93').replace('”', '\x94'), 'latin1')
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(letter, 'utf16le')])
  for (const bytes of [Buffer.from(letter), Buffer.from(`\ufeff${letter}`), windows, utf16, utf16.swap16()]) {
    const one = file('txt', bytes)
    expect(await wordsOf(one)).toEqual(['Dear Zoë, to my café I leave £20 and “a piano”.'])
    expect(await renderer.search(one, 'CAFE I')).toMatchObject([{ page: 1, count: 1 }])
    const [piano] = (await renderer.text(one, 1)).words.filter(({ text }) => text.startsWith('piano'))
    expect(piano).toMatchObject({ x: expect.closeTo(0.4, 0), y: expect.closeTo(0.11, 1) })
  }
  const { count, width, height } = await greys(
    (await renderer.draw(file('txt', letter), { page: 1, scale: 1 })).image,
  )
  expect(count(0, 0, width, height, (grey) => grey < 128)).toBeGreaterThan(100)
})

test('long lines wrap, tabs lead to columns, a form feed begins a page, and nothing stands outside of the page', async () => {
  const long = 'the residue of my estate '.repeat(30)
  const [first, second] = await textsOf(
    file('txt', `a\tb\nabcdef\tb\n${long}\n${'x'.repeat(400)}\flast page`),
  )
  expect(second?.text).toBe('last page')
  const edge = Math.max(...(first?.words ?? []).map(({ x, width }) => x + width))
  expect(edge).toBeLessThan(0.9)
  const columns = (first?.words ?? []).filter(({ text }) => text === 'b').map(({ x }) => x)
  expect(columns[0]).toBeCloseTo(columns[1] ?? 0, 3)
  expect(first?.text.match(/residue/g)).toHaveLength(30)
  expect(first?.text.match(/x/g)).toHaveLength(400)
})

test('letters that no font here has are boxes that are explained, and their text is found', async () => {
  const one = file('txt', 'Ελένη, Владимир, Nguyễn\n遺言 and الوصية')
  const [page] = await textsOf(one)
  for (const words of ['Ελένη', 'Владимир', 'Nguyễn', '遺言', 'الوصية', 'A box (□) stands for each letter'])
    expect(page?.text, words).toContain(words)
  expect(await renderer.search(one, '遺言')).toHaveLength(1)
  expect((await textsOf(file('txt', 'Ελένη')))[0]?.text).toBe('Ελένη')
})

test('a text that is too long is shown in part, which is said on the first and on the last page', async () => {
  const one = file('txt', 'line\n'.repeat(60_000))
  const pages = await renderer.pages(one)
  expect(pages).toHaveLength(500)
  for (const page of [1, 500])
    expect((await renderer.text(one, page)).text).toContain('Only the first 500 pages')
  expect((await renderer.text(one, 2)).text).not.toContain('Only')
})

const mail = (headers: string[], body: string) =>
  [...headers, 'MIME-Version: 1.0', ...body.split('\n')].join('\r\n')
const headers = [
  'From: "Margaret O\'Neill" <margaret@example.com>',
  'To: Hartley <office@hartley.example>, "Smith, John" <john@example.com>',
  'Cc: =?utf-8?B?Wm/DqyBOZ3V54buFbg==?= <zoe@example.com>',
  'Subject: =?utf-8?Q?Mum=E2=80=99s_will?=',
  'Date: Mon, 3 Aug 2026 01:15:00 +0200',
]

test('a mail shows who wrote to whom, when in the time zone here, its text and what is attached', async () => {
  const one = file(
    'eml',
    mail(
      [...headers, 'Content-Type: multipart/mixed; boundary=b'],
      [
        '\n--b\nContent-Type: multipart/alternative; boundary=c\n',
        '--c\nContent-Type: text/plain; charset=windows-1252\nContent-Transfer-Encoding: quoted-printable\n\nThe fee is =A3 20.',
        '--c\nContent-Type: text/html\n\n<p>Not this part</p>\n--c--',
        `--b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename="will.pdf"\nContent-Transfer-Encoding: base64\n\n${Buffer.alloc(3000).toString('base64')}`,
        '--b\nContent-Type: message/rfc822\nContent-Disposition: attachment; filename="older.eml"\n\nSubject: Older\n\nOlder text\n--b--',
      ].join('\n'),
    ),
  )
  expect(await wordsOf(one)).toEqual([
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
  const one = file('eml', mail([...headers, 'Content-Type: text/html; charset=utf-8'], `\n${html}`))
  const [words] = await wordsOf(one)
  expect(words).toContain(
    'Dear John Please sign, then send it.[Picture: Our logo] 1. first 2. second • inner kept lines',
  )
  expect(words).not.toMatch(/no\b|hidden|127/)
})

test('a table in a mail is shown as one; tables in tables, which only lay it out, are paragraphs', async () => {
  const html = `<table><tr><td><table border="1"><tr><th>Asset</th><th>Value</th></tr>
    <tr><td>House in Ballarat</td><td>$1</td></tr><tr><td colspan="2">Together</td></tr></table></td><td>beside</td></tr>
    <tr><td>below</td><td>it</td></tr></table>`
  const one = file('eml', mail([...headers, 'Content-Type: text/html; charset=utf-8'], `\n${html}`))
  const { words } = await renderer.text(one, 1)
  const at = (text: string) => words.find((word) => word.text === text)
  expect(at('Value')?.y).toBeCloseTo(at('Asset')?.y ?? 0, 3)
  expect(at('$1')?.x).toBeCloseTo(at('Value')?.x ?? 0, 3)
  expect(at('$1')?.y).toBeCloseTo(at('House')?.y ?? 0, 3)
  expect(at('Together')?.y).toBeGreaterThan(at('$1')?.y ?? 1)
  expect(at('below')?.x).toBeCloseTo(at('beside')?.x ?? 0, 3)
})

test('a mail of thousands of nested parts or elements is shown or refused, and the next file is drawn', async () => {
  const nested = '<div>'.repeat(50_000)
  const parts = Array.from(
    { length: 3_000 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`,
  )
  for (const one of [
    mail([...headers, 'Content-Type: text/html'], `\n${nested}deep`),
    mail([...headers, 'Content-Type: text/html'], `\n${'<table><tr><td>a<td>'.repeat(20_000)}`),
    mail([...headers, 'Content-Type: text/html'], `\n<table>${'<tr><td>a<td>b'.repeat(100_000)}`),
    mail(headers, parts.join('')),
    mail([...headers, `To: ${'a@example.com, '.repeat(20_000)}`], '\ntext'),
    `Subject: ${'=?utf-8?Q?=E2?='.repeat(10_000)}\n\n`,
  ])
    await renderer.pages(file('eml', one)).then(
      (pages) => expect(pages.length).toBeGreaterThan(0),
      (error) => expect(error).toMatchObject({ name: 'RenderError' }),
    )
  expect(await wordsOf(file('txt', 'Next'))).toEqual(['Next'])
})

test('a file is turned into a PDF once, not at every page, and anew after it was forgotten', async () => {
  const bytes = Buffer.from('one\ftwo\fthree')
  const one = source('once', bytes, 'text/plain')
  await Promise.all([1, 2, 3].map((page) => renderer.draw(one, { page, scale: 1 })))
  await renderer.text(one, 2)
  expect(one.reads()).toBe(1)
  renderer.forget('once')
  await renderer.pages(one)
  expect(one.reads()).toBe(2)
})
