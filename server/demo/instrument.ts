import { blockHeight, executionBlock, type Signer } from './ink.ts'
import { dateInWords, footer, makePdf, type Pdf, paper } from './pdf.ts'

const left = paper.margin
const width = paper.width - 2 * left
const bottom = paper.height - paper.margin
const indent = 36

/** The words of a paper: what deeds of variation, powers of attorney, codicils and minutes have in common. */
export interface Instrument {
  /** Name of the paper, over its first page: 'Deed of variation'. */
  kind: string
  title: string
  date: Date
  /** State: it has a first page of its own, with its parties. */
  cover?: boolean
  /** Parties or persons present, each with what they are. */
  parties: readonly (readonly [name: string, role: string])[]
  recitals?: readonly string[]
  /** Words before the first clause. */
  operative: string
  clauses: readonly (readonly [heading: string, paragraphs: readonly string[]])[]
  schedules?: readonly { heading: string; rows: readonly (readonly [string, string])[] }[]
  /** Words over the execution blocks. */
  executed: string
  signers: readonly Signer[]
}

/** Makes a paper of as many pages as its words take. The same bytes for the same input. Invented people, no legal advice. */
export function makeInstrument(words: Instrument): Promise<Buffer> {
  const info = { title: words.title, author: words.parties[0]?.[0] ?? words.title, date: words.date }
  return makePdf(info, (pdf) => {
    pdf.addPage()
    if (words.cover) {
      drawCover(pdf, words)
      pdf.addPage()
    } else drawHeading(pdf, words)
    drawClauses(pdf, words)
    for (const [index, schedule] of (words.schedules ?? []).entries())
      drawSchedule(pdf, `Schedule${(words.schedules?.length ?? 0) > 1 ? ` ${index + 1}` : ''}`, schedule)
    drawSigners(pdf, words)
    const { count } = pdf.bufferedPageRange()
    for (let page = words.cover ? 1 : 0; page < count; page++) {
      pdf.switchToPage(page)
      footer(pdf, words.title, `Page ${page + 1} of ${count}`)
    }
  })
}

const centred = { width, align: 'center' } as const

function drawCover(pdf: Pdf, { kind, title, date, parties }: Instrument): void {
  pdf
    .rect(left - 20, left - 20, width + 40, paper.height - 2 * left + 40)
    .lineWidth(1.2)
    .stroke()
  pdf
    .font('Times-Roman')
    .fontSize(12)
    .text(`Dated ${dateInWords(date)}`, left, 150, centred)
  pdf.font('Times-Bold').fontSize(24).text(kind, left, 205, centred).moveDown(0.5)
  pdf.font('Times-Roman').fontSize(15).text(title, centred).moveDown(2.5)
  drawParties(pdf, parties)
}

function drawHeading(pdf: Pdf, { kind, title, date, parties }: Instrument): void {
  pdf.font('Times-Bold').fontSize(20).text(kind, left, left, centred).moveDown(0.2)
  pdf.font('Times-Roman').fontSize(12).text(title, centred).moveDown(0.2).text(dateInWords(date), centred)
  pdf.moveDown(1)
  for (const [name, role] of parties)
    pdf
      .font('Times-Bold')
      .fontSize(11.5)
      .text(name, left, pdf.y, { width, continued: true })
      .font('Times-Roman')
      .text(`, ${role}`)
  pdf.moveDown(1)
}

function drawParties(pdf: Pdf, parties: Instrument['parties']): void {
  for (const [name, role] of parties) {
    pdf.font('Times-Bold').fontSize(14).text(name, left, pdf.y, centred)
    pdf.font('Times-Italic').fontSize(12).text(role, centred).moveDown(1.4)
  }
}

/** Begins a new page unless so many points are left on this one. */
function makeRoom(pdf: Pdf, points: number): void {
  if (pdf.y + points > bottom) pdf.addPage()
}

function heading(pdf: Pdf, text: string, size = 12.5): void {
  makeRoom(pdf, 70)
  pdf.outline.addItem(text)
  pdf.font('Times-Bold').fontSize(size).text(text, left, pdf.y, { width }).moveDown(0.4)
}

function paragraph(pdf: Pdf, number: string, text: string): void {
  const options = { width: width - indent, lineGap: 2.5, align: 'justify' } as const
  pdf.font('Times-Roman').fontSize(11.5)
  makeRoom(pdf, Math.min(pdf.heightOfString(text, options), 300))
  const y = pdf.y
  pdf
    .text(number, left, y, { lineBreak: false })
    .text(text, left + indent, y, options)
    .moveDown(0.6)
}

function drawClauses(pdf: Pdf, { recitals = [], operative, clauses }: Instrument): void {
  if (recitals.length > 0) heading(pdf, 'Recitals')
  for (const [index, text] of recitals.entries()) paragraph(pdf, String.fromCodePoint(65 + index), text)
  heading(pdf, operative)
  for (const [index, [title, paragraphs]] of clauses.entries()) {
    heading(pdf, `${index + 1}  ${title}`)
    for (const [part, text] of paragraphs.entries()) paragraph(pdf, `${index + 1}.${part + 1}`, text)
  }
}

function drawSchedule(
  pdf: Pdf,
  name: string,
  { heading: about, rows }: { heading: string; rows: readonly (readonly [string, string])[] },
): void {
  makeRoom(pdf, 90 + rows.length * 34)
  pdf.moveDown(1).outline.addItem(`${name}: ${about}`)
  pdf.font('Times-Bold').fontSize(13).text(`${name}: ${about}`, left, pdf.y, centred).moveDown(0.8)
  const middle = left + width * 0.45
  for (const [label, value] of rows) {
    const y = pdf.y
    pdf.font('Times-Roman').fontSize(11.5)
    const height =
      Math.max(
        pdf.heightOfString(label, { width: middle - left - 16 }),
        pdf.heightOfString(value, { width: left + width - middle - 16 }),
      ) + 14
    pdf.rect(left, y, width, height).lineWidth(0.5).stroke()
    pdf
      .moveTo(middle, y)
      .lineTo(middle, y + height)
      .stroke()
    pdf.text(label, left + 8, y + 8, { width: middle - left - 16 })
    pdf.text(value, middle + 8, y + 8, { width: left + width - middle - 16 })
    pdf.y = y + height
  }
  pdf.moveDown(1)
}

function drawSigners(pdf: Pdf, { executed, signers, date, cover = false }: Instrument): void {
  makeRoom(pdf, blockHeight + 70)
  heading(pdf, 'Execution', 14)
  pdf.font('Times-Roman').fontSize(11.5).text(executed, left, pdf.y, { width })
  let y = pdf.y + 18
  for (const signer of signers) {
    if (y + blockHeight > bottom) {
      pdf.addPage()
      y = left
    }
    y = executionBlock(pdf, y, signer, date, cover)
  }
}
