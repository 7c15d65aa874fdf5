import { isAcn } from '@deedbox/contract/business-numbers.ts'
import { addDays } from '@deedbox/contract/dates.ts'
import { fileTypeFromBuffer } from 'file-type'
import { PDFDocument } from 'pdf-lib'
import PostalMime from 'postal-mime'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { openPdf } from '../src/platform/rendering/pdf.ts'
import { startPdfium } from '../src/platform/rendering/pdfium.ts'
import { clients } from './clients.ts'
import { makeDeedPdf, makeOffice, makeScan, makeText, makeWillPdf, scanOf } from './files.ts'
import { planDocuments } from './plan.ts'

const deed = {
  title: 'Smith Family Trust Deed',
  parties: {
    settlor: 'Harold James Whitcombe',
    trustee: 'Smith Holdings Pty Ltd',
    appointor: 'Jane Elizabeth Smith',
    beneficiaries: ['Jane Elizabeth Smith', 'Zoë Smith'],
  },
  date: new Date('2019-05-14T00:00:00Z'),
}
const will = { testator: 'Harold James Whitcombe', executor: 'Jane Elizabeth Smith', date: deed.date }

async function textOf(bytes: Buffer): Promise<string[]> {
  const pdf = openPdf(await startPdfium(256), bytes)
  try {
    return pdf.sizes.map((_, index) => pdf.content(index + 1).text.replace(/\s+/g, ' '))
  } finally {
    pdf.close()
  }
}

describe('a deed', () => {
  test.each([4, 5, 20, 100])('has exactly %i pages', async (pages) => {
    const bytes = await makeDeedPdf({ ...deed, pages })
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(pages)
  })

  test('names its people where they belong, and says nothing twice', async () => {
    const pages = await textOf(await makeDeedPdf({ ...deed, pages: 20 }))
    expect(pages[0]).toContain('Dated 14 May 2019')
    expect(pages[1]).toContain('known as the Smith Family Trust.')
    expect(pages[18]).toContain('Zoë Smith')
    expect(pages[19]).toContain('Signature of Harold James Whitcombe')
    expect(pages[19]).toContain('section 127(1)')
    const sentences = pages.slice(1, 18).flatMap((page) => page.match(/The Trustee may [^.]+\./g) ?? [])
    expect(sentences.length).toBeGreaterThan(100)
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  test.each([0, 3, 101, 4.5])('refuses %d pages', async (pages) => {
    await expect(makeDeedPdf({ ...deed, pages })).rejects.toThrow(RangeError)
  })
})

test('a will names testator and executor on its two pages', async () => {
  const pages = await textOf(await makeWillPdf(will))
  expect(pages).toHaveLength(2)
  expect(pages[0]).toContain('I appoint Jane Elizabeth Smith as the executor')
  expect(pages[1]).toContain('Signature of Harold James Whitcombe')
})

const written = [
  ['variation', 'Deed of variation', 3],
  ['newTrustee', 'Deed of retirement and appointment of trustee', 4],
  ['power', 'Enduring power of attorney', 2],
  ['codicil', 'First codicil', 2],
  ['minutes', 'Minutes of the trustee', 2],
  ['distribution', 'Resolution to distribute income', 1],
] as const
test.each(written)('a paper of kind %s is a %s on %i pages or more, signed', async (kind, name, fewest) => {
  const plans = planDocuments((days) => addDays('2026-10-15', days))
  const plan = plans.find((one) => one.paper === kind)
  const pages = await textOf((await plan?.make()) ?? Buffer.alloc(0))
  expect(pages[0]).toContain(name)
  expect(pages.join(' ')).toContain(plan?.client.split(' ').at(-1))
  expect(pages.at(-1)).toMatch(/Signature of/)
  expect(pages.length).toBeGreaterThanOrEqual(fewest)
})

test('companies of the practice have numbers that add up', () => {
  for (const { acn } of clients) if (acn) expect(isAcn(acn)).toBe(true)
})

test('a PDF of scanned pages has no words', async () => {
  const scanned = await scanOf(await makeWillPdf(will), 'Will', 'pdf')
  expect(await textOf(scanned)).toEqual(['', ''])
})

describe('a scan', () => {
  test.each([
    ['png', 1],
    ['jpeg', 1],
    ['webp', 1],
    ['tiff', 1],
    ['tiff', 3],
  ] as const)('as %s of %i pages shows dark writing on off-white paper', async (format, pages) => {
    const bytes = await makeScan({ title: 'Smith Family Trust', format, pages })
    expect((await fileTypeFromBuffer(bytes))?.mime).toBe(`image/${format}`)
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(pages)
    for (let page = 0; page < pages; page++) {
      const { channels } = await sharp(bytes, { page }).removeAlpha().stats()
      for (const { mean, min } of channels) {
        expect(mean).toBeGreaterThan(200)
        expect(mean).toBeLessThan(248)
        expect(min).toBeLessThan(90)
      }
    }
  })

  test('of several pages needs a TIFF', async () => {
    await expect(makeScan({ title: 'x', format: 'png', pages: 2 })).rejects.toThrow(RangeError)
  })
})

describe('an office file', () => {
  const content = {
    title: 'Minutes & <notes>',
    paragraphs: ['Present: "all"\u0000', 'Item\tAmount', 'Rent\t1250.50'],
  }

  test.each([
    ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['odt', 'application/vnd.oasis.opendocument.text'],
  ] as const)('of kind %s is known by its bytes', async (kind, mime) => {
    expect((await fileTypeFromBuffer(await makeOffice({ kind, ...content })))?.mime).toBe(mime)
  })

  test('of kind eml is an email', async () => {
    const mail = await PostalMime.parse(await makeOffice({ kind: 'eml', ...content }))
    expect(mail.subject).toBe(content.title)
    expect(mail.text).toContain('Rent\t1250.50')
  })
})

test('the same input makes the same bytes', async () => {
  const makers = [
    () => makeDeedPdf({ ...deed, pages: 6 }),
    () => makeWillPdf(will),
    () => makeScan({ title: 'x', format: 'tiff', pages: 3 }),
    () => makeScan({ title: 'x', format: 'png' }),
    () => makeText({ title: 'Note', paragraphs: ['a', 'b'] }),
    ...(['docx', 'xlsx', 'odt', 'eml'] as const).map(
      (kind) => () => makeOffice({ kind, title: 'Note', paragraphs: ['a', 'b'] }),
    ),
  ]
  for (const make of makers) expect((await make()).equals(await make())).toBe(true)
})
