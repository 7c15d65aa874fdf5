import { PDFDocument } from 'pdf-lib'
import { afterAll, describe, expect, test } from 'vitest'
import { createRenderer } from './renderer.ts'
import { greys, pdfOf, silent, source, turned } from './samples.ts'

const renderer = createRenderer({ logger: silent })
afterAll(() => renderer.close())

const dark = (grey: number) => grey < 100
const texts = [
  'The settlor declares a trust.',
  'The TRUSTEE accepts the trust.',
  'Signed, sealed and delivered.',
]

/** A form with one field, empty and filled in. */
async function formOf(value: string) {
  const document = await PDFDocument.create()
  const field = document.getForm().createTextField('name')
  const page = document.addPage([300, 100])
  field.addToPage(page, { x: 20, y: 30, width: 260, height: 40, borderWidth: 0 })
  const empty = source('form, empty', Buffer.from(await document.save()))
  field.setText(value)
  return [empty, source('form, filled', Buffer.from(await document.save()))] as const
}

describe('PDF pages', () => {
  test('have their sizes in points', async () => {
    const pages = await renderer.pages(source('sizes', await pdfOf(texts)))
    expect(pages).toEqual(Array(3).fill({ width: 595.28, height: 841.89 }))
  })

  test('are drawn at the scale asked for, dark where the text is', async () => {
    const will = source('draw', await pdfOf(texts))
    const drawing = await renderer.draw(will, { page: 2, scale: 2 })
    expect(drawing).toMatchObject({ contentType: 'image/jpeg', width: 1191, height: 1684 })
    const picture = await greys(drawing.image)
    expect([picture.width, picture.height]).toEqual([1191, 1684])
    expect(picture.count(144, 144, 400, 40, dark)).toBeGreaterThan(500)
    expect(picture.count(0, 300, 1191, 1300, (grey) => grey < 250)).toBe(0)
  })

  test('that are turned are drawn and read turned', async () => {
    const file = source('turned', await turned(await pdfOf(texts), 90))
    expect((await renderer.pages(file))[0]).toEqual({ width: 841.89, height: 595.28 })
    const drawing = await renderer.draw(file, { page: 1, scale: 1 })
    const picture = await greys(drawing.image)
    // The text's top left corner is now at the top right, and runs down.
    expect(picture.count(740, 72, 40, 150, dark)).toBeGreaterThan(200)
    expect(picture.count(72, 72, 300, 40, dark)).toBe(0)
    const { words } = await renderer.text(file, 1)
    const settlor = words.find(({ text }) => text === 'settlor')
    expect(settlor?.x).toBeGreaterThan(0.88)
    expect(settlor?.height).toBeGreaterThan(settlor?.width ?? 1)
  })

  test('as large as the format allows stay within 4,096 pixels', async () => {
    const document = await PDFDocument.create()
    document.addPage([10_000, 5_000])
    document.addPage([1, 14_400])
    const file = source('large', Buffer.from(await document.save()))
    expect(await renderer.draw(file, { page: 1, scale: 4 })).toMatchObject({ width: 4096, height: 2048 })
    expect(await renderer.draw(file, { page: 2, scale: 4 })).toMatchObject({ width: 1, height: 4096 })
  })

  test('that do not exist are refused as such', async () => {
    const file = source('missing', await pdfOf(texts))
    for (const page of [0, 4, 1.5]) {
      await expect(renderer.draw(file, { page, scale: 1 })).rejects.toMatchObject({ code: 'no-such-page' })
      await expect(renderer.text(file, page)).rejects.toMatchObject({ code: 'no-such-page' })
    }
  })

  test('show what was filled into a form', async () => {
    const [empty, filled] = await formOf('Margaret')
    const darkness = async (form: typeof empty) =>
      (await greys((await renderer.draw(form, { page: 1, scale: 1 })).image)).count(20, 30, 260, 40, dark)
    expect(await darkness(empty)).toBe(0)
    expect(await darkness(filled)).toBeGreaterThan(100)
  })
})

describe('text', () => {
  test('that was filled into a form is found and read with the words of its page, where its field lies', async () => {
    const [empty, filled] = await formOf('Margaret')
    expect((await renderer.search(empty, 'margaret')).hits).toEqual([])
    const { hits, wordless } = await renderer.search(filled, 'margaret')
    expect(hits).toMatchObject([{ page: 1, count: 1, places: [{ excerpt: 'Margaret' }] }])
    expect(wordless).toBe(0)
    const [box] = hits[0]?.places[0]?.boxes ?? []
    expect([box?.x, box?.y].map((part) => Math.round(100 * (part ?? 0)))).toEqual([7, 30])
    expect(await renderer.text(filled, 1)).toMatchObject({ text: 'Margaret', words: [{ text: 'Margaret' }] })
  })

  test('comes with boxes that lie over the drawn words', async () => {
    const file = source('text', await pdfOf(texts))
    const { text, words } = await renderer.text(file, 1)
    expect(text).toContain('The settlor declares a trust.')
    expect(words.map((word) => word.text)).toEqual(['The', 'settlor', 'declares', 'a', 'trust.'])
    const picture = await greys((await renderer.draw(file, { page: 1, scale: 2 })).image)
    for (const [index, { x, y, width, height }] of words.entries()) {
      const box = [x * picture.width, y * picture.height, width * picture.width, height * picture.height]
      const [left = 0, top = 0, across = 0, down = 0] = box.map(Math.round)
      expect(picture.count(left, top, across, down, dark)).toBeGreaterThan(20)
      expect(x).toBeGreaterThan(words[index - 1]?.x ?? 0)
      expect(height).toBeLessThan(0.04)
    }
  })

  test('is found on every page, in any case', async () => {
    const file = source('search', await pdfOf(texts))
    expect((await renderer.search(file, 'Trust')).hits).toMatchObject([
      { page: 1, count: 1, excerpt: 'The settlor declares a trust.' },
      { page: 2, count: 2, excerpt: 'The TRUSTEE accepts the trust.' },
    ])
    expect((await renderer.search(file, 'trust.*')).hits).toEqual([])
    expect((await renderer.search(file, '  ')).hits).toEqual([])
  })

  test('is found on the last of many pages', async () => {
    const many = Array.from({ length: 600 }, (_, index) => `Clause ${index} ${'of the deed '.repeat(60)}`)
    const file = source('many', await pdfOf([...many, 'Codicil']))
    expect((await renderer.search(file, 'codicil')).hits).toMatchObject([
      { page: 601, count: 1, excerpt: 'Codicil' },
    ])
    const { hits } = await renderer.search(file, 'deed')
    expect(hits).toHaveLength(600)
    expect(hits.flatMap(({ places }) => places)).toHaveLength(1_000)
  })

  test('that was found has boxes over the words, one for each line', async () => {
    const file = source('boxes', await pdfOf([`${'x '.repeat(90)}${'y '.repeat(20)}\nresid\u00edng trustee`]))
    const words = (await renderer.text(file, 1)).words
    const word = words.find(({ text }) => text === 'trustee')
    const [hit] = (await renderer.search(file, 'TRUSTEE')).hits
    const [box] = hit?.places[0]?.boxes ?? []
    expect(box?.x).toBeCloseTo(word?.x ?? 0, 2)
    expect(box?.width).toBeCloseTo(word?.width ?? 0, 2)
    expect((box?.y ?? 0) + (box?.height ?? 0) / 2).toBeCloseTo((word?.y ?? 0) + (word?.height ?? 0) / 2, 2)
    expect((await renderer.search(file, 'y residing')).hits[0]?.places[0]?.boxes).toHaveLength(2)
  })
})

test('a watermark is in the pixels, differs with its lines, and leaves the text legible', async () => {
  const file = source('watermark', await pdfOf([texts.join(' ').repeat(30)]))
  const drawn = async (watermark?: string[]) =>
    await greys((await renderer.draw(file, { page: 1, scale: 2, ...(watermark && { watermark }) })).image)
  const [plain, none, one, other, strange] = await Promise.all([
    drawn(),
    drawn([]),
    drawn(['margaret@example.com', '1 August 2025, 10:31\u202fam']),
    drawn(['george@example.com', '1 August 2025, 10:31\u202fam']),
    drawn(['王小明 👩‍⚖️ \u0000)>>\ud800 <svg>', '']),
  ])
  expect(none.data.equals(plain.data)).toBe(true)
  const differing = (a: typeof plain, b: typeof plain) =>
    a.data.reduce((sum, grey, index) => sum + (Math.abs(grey - (b.data[index] ?? 0)) > 20 ? 1 : 0), 0)
  expect(differing(plain, one)).toBeGreaterThan(10_000)
  expect(differing(one, other)).toBeGreaterThan(5_000)
  expect(differing(plain, strange)).toBeGreaterThan(5_000)
  // Black pixels stay black, except where a JPEG blurs them.
  const lightened = plain.data.reduce(
    (sum, grey, index) => sum + Number(grey < 40 && (one.data[index] ?? 0) > grey + 48),
    0,
  )
  expect(lightened).toBe(0)
  // White pixels stay far lighter than the text.
  const whole = [0, 0, 1191, 1684] as const
  expect(one.count(...whole, dark) / plain.count(...whole, dark)).toBeLessThan(1.15)
  // Every quarter of the page carries it.
  for (const x of [0, 595]) {
    for (const y of [1000, 1342]) expect(one.count(x, y, 595, 342, (grey) => grey < 235)).toBeGreaterThan(500)
  }
})

test('a file is read once for many tasks, and again when it was forgotten', async () => {
  const file = source('cached', await pdfOf(texts))
  await Promise.all([
    renderer.pages(file),
    renderer.draw(file, { page: 1, scale: 1 }),
    renderer.text(file, 2),
  ])
  await renderer.draw(file, { page: 3, scale: 1 })
  expect(file.reads()).toBe(1)
  renderer.forget('cached')
  await renderer.pages(file)
  expect(file.reads()).toBe(2)
})
