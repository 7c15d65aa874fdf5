import PDFDocument from 'pdfkit'
import { type Block, type Doc, type Paper, paragraph, type Section, type Style, text } from './blocks.ts'
import { flow, type Item, type Press } from './flow.ts'
import { measurer, type Pdf, registerFonts } from './fonts.ts'
import { checkTime, type Limits } from './limits.ts'

/** A document of more pages is shown as far as this. */
const maxPages = 500

const noteStyle: Style = { face: 'sans', size: 9.5, colour: '#5b3a00' }
const noteGround = '#fdf3dc'
const missingNote =
  'A box (□) stands for each letter that cannot be shown here, for example of Arabic or Chinese. Search finds the letters.'

class Full extends Error {}

/**
 * Lays a document out on pages. What the reader must know about them stands above the first page; what is missing at the
 * end is said below the last one too.
 */
export async function toPdf(doc: Doc, limits: Limits = {}): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, bufferPages: true, margin: 0, fontLayoutCache: false })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  registerFonts(pdf)

  const notes = [...doc.notes]
  let missed = false
  const press: Press = {
    pdf,
    measure: measurer(pdf),
    maxHeight: 0,
    numbers: { page: 0, pages: 0 },
    missed() {
      missed = true
    },
  }
  const sectionOf: Section[] = []
  let full = false
  try {
    let before: Section | undefined
    for (const section of doc.sections) {
      layOut(press, section, before, sectionOf, limits)
      before = section
    }
  } catch (error) {
    if (!(error instanceof Full)) throw error
    full = true
  }
  for (const [index, section] of sectionOf.entries()) {
    pdf.switchToPage(index)
    press.numbers = { page: index + 1, pages: sectionOf.length }
    drawMargins(press, section)
  }
  if (full) {
    const cut = `Only the first ${maxPages} pages are shown. The file itself has all of them.`
    notes.unshift(cut)
    pdf.switchToPage(sectionOf.length - 1)
    drawNotes(press, sectionOf.at(-1) as Section, [cut], 'below')
  }
  if (missed) notes.push(missingNote)
  if (notes.length > 0) {
    pdf.switchToPage(0)
    drawNotes(press, sectionOf[0] as Section, notes, 'above')
  }
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

const sameSize = (a: Paper, b: Paper) => a.width === b.width && a.height === b.height

function layOut(
  press: Press,
  section: Section,
  before: Section | undefined,
  sectionOf: Section[],
  limits: Limits,
): void {
  const { paper } = section
  const { margin } = paper
  const width = Math.max(36, paper.width - margin.left - margin.right)
  const bottom = Math.max(margin.top + 72, paper.height - margin.bottom)
  press.maxHeight = bottom - margin.top
  let y = Number.POSITIVE_INFINITY
  const turn = () => {
    if (sectionOf.length >= maxPages) throw new Full()
    press.pdf.addPage({ size: [paper.width, paper.height], margin: 0 })
    sectionOf.push(section)
    y = margin.top
  }
  const goesOn = section.continuous && before && sameSize(before.paper, paper)
  if (goesOn) y = (press.pdf as PdfWithPlace).leftAt ?? Number.POSITIVE_INFINITY
  if (y === Number.POSITIVE_INFINITY) turn()

  const put = (item: Item): void => {
    const space = y > margin.top ? item.before : 0
    if (y + space + item.height > bottom + 0.5) {
      const parts = item.height > press.maxHeight / 2 ? item.split?.(bottom - y - space) : undefined
      if (parts) {
        put(parts[0])
        turn()
        for (const header of item.headers ?? []) put(header)
        put(parts[1])
        return
      }
      if (y > margin.top) {
        turn()
        for (const header of item.headers ?? []) put(header)
        put({ ...item, before: 0, headers: undefined })
        return
      }
    }
    item.draw(margin.left, y + space)
    y += space + item.height
  }
  let kept: Item[] = []
  const release = () => {
    const [first, ...others] = kept
    if (!first) return
    const height = others.reduce((sum, item) => sum + item.before + item.height, first.before + first.height)
    const breaks =
      y + height > bottom + 0.5 && y > margin.top && height < press.maxHeight / 2 && others.length > 0
    if (breaks) {
      turn()
      for (const header of first.headers ?? []) put(header)
    }
    for (const item of kept) put(item)
    kept = []
  }
  for (const item of flow(press, section.blocks, width)) {
    checkTime(limits)
    if (item.pageBefore) {
      release()
      if (y > margin.top) turn()
      if (item.height === 0) continue
    }
    kept.push(item)
    if (!item.keepNext || kept.length > 12) release()
  }
  release()
  ;(press.pdf as PdfWithPlace).leftAt = y
}

/** Place where the text of the last section ended. */
type PdfWithPlace = Pdf & { leftAt?: number }

function drawMargins(press: Press, { paper, header, footer }: Section): void {
  const { margin, width, height } = paper
  const across = width - margin.left - margin.right
  const laid = (blocks: Block[]) => [...flow(press, blocks, across)]
  const tall = (items: Item[]) => items.reduce((sum, item) => sum + item.before + item.height, 0)
  const draw = (items: Item[], from: number) => {
    let y = from
    for (const item of items) {
      y += item.before
      item.draw(margin.left, y)
      y += item.height
    }
  }
  if (header) {
    const items = laid(header)
    draw(items, Math.max(12, Math.min(36, margin.top - tall(items) - 6)))
  }
  if (footer) {
    const items = laid(footer)
    draw(items, Math.max(height - margin.bottom + 4, height - 30 - tall(items)))
  }
}

/** Notes on a strip that makes the page taller, so that they cover nothing of it. */
function drawNotes(press: Press, { paper }: Section, notes: string[], where: 'above' | 'below'): void {
  const { pdf } = press
  const blocks = notes.map((note) => paragraph([text(note, noteStyle)], { after: 2 }))
  const items = [...flow(press, blocks, paper.width - 48)]
  const height = items.reduce((sum, item) => sum + item.before + item.height, 20)
  const top = where === 'above' ? -height : paper.height
  pdf.rect(0, top, paper.width, height).fill(noteGround)
  let y = top + 10
  for (const item of items) {
    y += item.before
    item.draw(24, y)
    y += item.height
  }
  const { data } = pdf.page.dictionary as unknown as { data: { MediaBox: number[] } }
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = data.MediaBox
  data.MediaBox = where === 'above' ? [x1, y1, x2, y2 + height] : [x1, y1 - height, x2, y2]
}
