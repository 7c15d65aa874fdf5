import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOffice } from '../../../demo/files.ts'
import { pdfOf, refusal, send } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person

beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee')
})
afterAll(() => app.stop())

/** Makes a page of noise, which nothing can compress. */
const noise = (size: number, pages = 1) =>
  sharp(randomBytes(size * size * pages), { raw: { width: size, height: size * pages, channels: 1 } })

/** Makes a TIFF of one grey page, its directory behind its pixels, in either byte order. */
function tiff(order: 'II' | 'MM', side: number): Buffer {
  const little = order === 'II'
  const directory = [
    [256, side],
    [257, side],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, side],
    [279, side * side],
  ] as const
  const file = Buffer.alloc(8 + side * side + 2 + directory.length * 12 + 4, 200)
  const put = (size: 2 | 4, value: number, at: number) =>
    little ? file.writeUIntLE(value, at, size) : file.writeUIntBE(value, at, size)
  file.write(order, 'latin1')
  put(2, 42, 2)
  put(4, 8 + side * side, 4)
  let at = 8 + side * side
  put(2, directory.length, at)
  at += 2
  for (const [tag, value] of directory) {
    put(2, tag, at)
    put(2, 4, at + 2)
    put(4, 1, at + 4)
    put(4, value, at + 8)
    at += 12
  }
  put(4, 0, at)
  return file
}

/** Makes a PNG with a long text before its pixels. */
async function pngWithLongText(): Promise<Buffer> {
  const png = await noise(20).png().toBuffer()
  const body = Buffer.concat([Buffer.from('tEXtComment\0', 'latin1'), Buffer.alloc(100_000, 'x')])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

const contentTypes = (main: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${main}"
  ContentType="application/vnd.openxmlformats-officedocument.${main.startsWith('xl') ? 'spreadsheetml.sheet' : 'wordprocessingml.document'}.main+xml"/></Types>`

/** Makes an office file whose first part is a long picture and whose list of parts comes last. */
const packed = (main: string, more: Record<string, Uint8Array> = {}) =>
  Buffer.from(
    zipSync({
      'media/image1.png': [randomBytes(80_000), { level: 0 }],
      ...more,
      [main]: strToU8('<x/>'),
      '[Content_Types].xml': strToU8(contentTypes(main)),
    }),
  )

/** Sends a file in pieces, as a network does. */
const sendInPieces = (fileName: string, content: Buffer) =>
  app.call(trustee, 'POST', `/api/documents?fileName=${fileName}&title=A`, undefined, {
    payload: Readable.from([content.subarray(0, 40_000), content.subarray(40_000)]),
    headers: { 'content-type': 'application/octet-stream' },
  })

const statusOf = async (fileName: string, content: Buffer) => [
  fileName,
  (await sendInPieces(fileName, content)).statusCode,
]

test('a TIFF is accepted and drawn wherever its directory is, in either byte order, compressed or not', async () => {
  const pages = await noise(400, 3).png().toBuffer()
  const scans: Record<string, Buffer> = {
    'lzw.tif': await noise(400).tiff({ compression: 'lzw' }).toBuffer(),
    'deflate.tif': await noise(400).tiff({ compression: 'deflate' }).toBuffer(),
    'jpeg.tif': await noise(400).tiff({ compression: 'jpeg', quality: 95 }).toBuffer(),
    'g4.tif': await noise(1200)
      .toColourspace('b-w')
      .tiff({ compression: 'ccittfax4', bitdepth: 1 })
      .toBuffer(),
    'big.tif': await noise(400).tiff({ compression: 'lzw', bigtiff: true }).toBuffer(),
    'intel.tif': tiff('II', 300),
    'motorola.tif': tiff('MM', 300),
    'pages.tif': await sharp(pages, { pages: -1 }).tiff({ compression: 'lzw' }).toBuffer(),
  }
  for (const [fileName, content] of Object.entries(scans)) {
    expect(content.length, fileName).toBeGreaterThan(33_000)
    const answer = await send(app, trustee, content, { fileName })
    expect([fileName, answer.statusCode]).toEqual([fileName, 201])
    const page = await app.call(trustee, 'GET', `/api/documents/${answer.json().document.id}/pages/1`)
    expect([fileName, page.statusCode]).toEqual([fileName, 200])
  }
})

test('a PDF may begin with other bytes, up to the first 1,024', async () => {
  const pdf = await pdfOf('Deed')
  const after = (before: string | Buffer) => Buffer.concat([Buffer.from(before), pdf])
  const taken = [
    after('\r\n\r\n'),
    after('\uFEFF'),
    after('\u001B%-12345X@PJL\r\n'),
    after(Buffer.alloc(1024)),
  ]
  for (const content of taken) {
    const answer = await send(app, trustee, content, { fileName: 'a.pdf' })
    expect(answer.statusCode).toBe(201)
    const page = await app.call(trustee, 'GET', `/api/documents/${answer.json().document.id}/pages/1`)
    expect(page.statusCode).toBe(200)
  }
  for (const content of [after(Buffer.alloc(1025)), after(await noise(9).jpeg().toBuffer())])
    expect(refusal(await send(app, trustee, content, { fileName: 'a.pdf' }))).toEqual([
      415,
      'file-type-mismatch',
    ])
})

test('a PNG is accepted with anything before its pixels', async () => {
  expect(await statusOf('a.png', await pngWithLongText())).toEqual(['a.png', 201])
})

test('office files are accepted with their parts in any order', async () => {
  for (const [fileName, main] of [
    ['a.docx', 'word/document.xml'],
    ['a.xlsx', 'xl/workbook.xml'],
  ] as const) {
    expect(await statusOf(fileName, packed(main))).toEqual([fileName, 201])
    expect(
      await statusOf(
        fileName,
        await makeOffice({ kind: fileName === 'a.docx' ? 'docx' : 'xlsx', title: 'T', paragraphs: ['x'] }),
      ),
    ).toEqual([fileName, 201])
  }
  const wrong: [string, Buffer][] = [
    ['a.docx', packed('xl/workbook.xml')],
    ['a.xlsx', packed('word/document.xml')],
    ['a.docx', packed('word/document.xml', { 'word/vbaProject.bin': strToU8('macro') })],
    ['a.docx', packed('word/document.xml').subarray(0, 70_000)],
    ['a.docx', Buffer.from(zipSync({ 'a.txt': strToU8('x') }))],
    ['a.odt', packed('content.xml')],
  ]
  for (const [fileName, content] of wrong)
    expect([fileName, ...refusal(await sendInPieces(fileName, content))]).toEqual([
      fileName,
      415,
      'file-type-mismatch',
    ])
})

const marked = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const letter = `Zoë’s copy: £20\r\n${'A line of the register\r\n'.repeat(3_000)}`

test('a text in Windows-1252 or UTF-16 is accepted, and its page is read', async () => {
  const texts: Record<string, Buffer> = {
    'windows.txt': Buffer.from(letter.replace('’', '\x92'), 'latin1'),
    'utf16.txt': marked(letter),
    'utf16-big.txt': marked(letter).swap16(),
    'utf8-with-mark.txt': Buffer.from(`\ufeff${letter}`),
  }
  for (const [fileName, content] of Object.entries(texts)) {
    const answer = await sendInPieces(fileName, content)
    expect([fileName, answer.statusCode]).toEqual([fileName, 201])
    const page = `/api/documents/${answer.json().document.id}/pages/1`
    const { text } = (await app.call(trustee, 'GET', `${page}/text`)).json()
    expect([fileName, text.split('\n')[0].trim()]).toEqual([fileName, 'Zoë’s copy: £20'])
    expect((await app.call(trustee, 'GET', page)).statusCode).toBe(200)
  }
})

test('what is no text is refused as one, also where it begins like a text', async () => {
  const noTexts: [string, Buffer][] = [
    ['nul at its end', Buffer.from(`${letter}\0`)],
    ['utf-16 without a mark', Buffer.from(letter, 'utf16le')],
    ['nul in utf-16', marked(`${letter}\0`)],
    ['half a letter', marked(letter).subarray(0, -1)],
    ['a broken pair', marked(`${letter}\ud83d`)],
    ['a lone half', marked(`${letter}\ude00 `)],
    ['utf-32', Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from('a\0\0\0')])],
    ['a picture', await noise(300).jpeg().toBuffer()],
    ['a program', Buffer.concat([Buffer.from('MZ\x90\x03', 'latin1'), Buffer.alloc(60, 0xff)])],
  ]
  for (const [what, content] of noTexts)
    expect([what, ...refusal(await sendInPieces('a.txt', content))]).toEqual([
      what,
      415,
      'file-type-mismatch',
    ])
})
