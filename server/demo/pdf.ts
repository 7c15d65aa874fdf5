import PDFDocument from 'pdfkit'

export type Pdf = PDFKit.PDFDocument

/** A4 with an inch around it, in points. */
export const paper = { width: 595.28, height: 841.89, margin: 72 }

/**
 * Draws a PDF with the fourteen fonts that every reader has. The same input makes the same bytes: the date is used
 * as the creation time, and the file's identifier follows from it.
 */
export function makePdf(
  info: { title: string; author: string; date: Date },
  draw: (pdf: Pdf) => void,
): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: [paper.width, paper.height],
    margin: paper.margin,
    autoFirstPage: false,
    // Feet of pages name the number of pages, which is known at the end.
    bufferPages: true,
    lang: 'en-AU',
    displayTitle: true,
    info: { Title: info.title, Author: info.author, CreationDate: info.date, ModDate: info.date },
  })
  const made = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  pdf.on('error', made.reject)
  pdf.on('end', () => made.resolve(Buffer.concat(chunks)))
  draw(pdf)
  pdf.end()
  return made.promise
}

/** Writes one line at the foot of the page, left and right, below the bottom margin. */
export function footer(pdf: Pdf, left: string, right: string): void {
  const { margins } = pdf.page
  const bottom = margins.bottom
  // Text below the margin would start a new page.
  margins.bottom = 0
  const y = paper.height - 46
  const width = paper.width - 2 * paper.margin
  pdf.font('Times-Italic').fontSize(9).fillColor('#555')
  pdf.text(left, paper.margin, y, { width: width - 90, height: 12, ellipsis: true })
  pdf.text(right, paper.margin, y, { width, align: 'right', lineBreak: false })
  margins.bottom = bottom
  pdf.fillColor('black')
}

/** Draws a line to sign on, with its label below. */
export function signatureLine(pdf: Pdf, x: number, y: number, width: number, caption: string): void {
  pdf
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.7)
    .stroke()
  pdf
    .font('Times-Roman')
    .fontSize(9)
    .text(caption, x, y + 4, { width })
}

const longDate = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'Australia/Sydney' })

/** Writes a date as 3 December 2026. */
export function dateInWords(date: Date): string {
  return longDate.format(date)
}

/** Draws pseudo-random numbers between 0 and 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: string): () => number {
  let state = 2_166_136_261
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
