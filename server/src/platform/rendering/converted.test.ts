import { fileTypes } from '@deedbox/contract/file-types.ts'
import { docxOf, p, relationsOf } from '@deedbox/convert/testing/samples.ts'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createRenderer, type Source } from './renderer.ts'
import { greys, silent, source } from './samples.ts'

const renderer = createRenderer({ logger: silent, timeZone: () => 'Australia/Sydney', workers: 1 })
afterAll(() => renderer.close())

let files = 0
const file = (extension: string, bytes: string | Buffer): Source =>
  source(`file ${++files}`, Buffer.from(bytes), fileTypes[extension])

test('a text is drawn, and its words are found where they are, also those that no font here has', async () => {
  const one = file('txt', 'Dear Zoë,\n\nto my café I leave £20 and “a piano”.\n遺言')
  expect((await renderer.search(one, 'CAFE I')).hits).toMatchObject([{ page: 1, count: 1 }])
  expect((await renderer.search(one, '遺言')).hits).toHaveLength(1)
  const [piano] = (await renderer.text(one, 1)).words.filter(({ text }) => text.startsWith('piano'))
  expect(piano).toMatchObject({ x: expect.closeTo(0.4, 0), y: expect.closeTo(0.11, 1) })
  const { count, width, height } = await greys((await renderer.draw(one, { page: 1, scale: 1 })).image)
  expect(count(0, 0, width, height, (grey) => grey < 128)).toBeGreaterThan(100)
})

test('a mail has its date in the time zone here', async () => {
  const one = file('eml', 'From: a@example.com\r\nDate: Mon, 3 Aug 2026 01:15:00 +0200\r\n\r\nText')
  expect((await renderer.text(one, 1)).text).toContain('Monday 3 August 2026 at 9:15 am AEST')
})

test('a picture in an office file is drawn, one that cannot be decoded is named', async () => {
  const image = await sharp({ create: { width: 400, height: 400, channels: 4, background: 'navy' } })
    .webp()
    .toBuffer()
  const drawing = (id: string) =>
    `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="1270000" cy="1270000"/><wp:docPr name="${id}"/><a:blip r:embed="${id}"/></wp:inline></w:drawing></w:r></w:p>`
  const parts = {
    'word/media/a.webp': image,
    'word/media/b.png': image.subarray(0, 40),
    'word/_rels/document.xml.rels': relationsOf({
      seal: ['image', 'media/a.webp'],
      stamp: ['image', 'media/b.png'],
    }),
  }
  const one = file('docx', docxOf(drawing('seal') + drawing('stamp'), parts))
  expect((await renderer.text(one, 1)).text).toBe('[A picture that cannot be shown here: stamp]')
  const { image: page } = await renderer.draw(one, { page: 1, scale: 1 })
  const pixels = await sharp(page).raw().toBuffer()
  let blue = 0
  for (let index = 0; index < pixels.length; index += 3)
    if ((pixels[index + 2] ?? 0) > 90 && (pixels[index] ?? 255) < 60) blue++
  expect(blue).toBeGreaterThan(8_000)
})

test('a hostile file is refused with its reason, and the next one is drawn', async () => {
  const hostile: [string, Buffer, string][] = [
    ['docx', docxOf('', { 'word/document.xml': '<!DOCTYPE a><a/>' }), 'damaged'],
    ['docx', docxOf('<w:sdt>'.repeat(100_000)), 'too-large'],
    ['eml', Buffer.from(`Content-Type: text/html\r\n\r\n${'<div>'.repeat(50_000)}`), 'too-large'],
  ]
  for (const [extension, bytes, code] of hostile)
    await expect(renderer.pages(file(extension, bytes))).rejects.toMatchObject({ name: 'RenderError', code })
  expect((await renderer.text(file('docx', docxOf(p('Next'))), 1)).text).toBe('Next')
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
