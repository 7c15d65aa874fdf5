import { counted, countText } from '@deedbox/contract/counts.ts'
import { storageSize } from '@deedbox/contract/sizes.ts'
import { stampIn } from '../../platform/instants.ts'
import { fit, openLater, openPdf, type Pdf, paper, write, writtenTo } from './print.ts'
import type { Column, Report } from './report.ts'
import type { Row } from './rows.ts'

/** Facts that a report shows besides its rows: who made it, when, for which days, and where. */
export type Made = {
  by: { name: string; email: string }
  at: Date
  days: { from?: string | undefined; to?: string | undefined }
  timeZone: string
  publicUrl: string
}

const colour = {
  ink: '#1B2A41',
  text: '#2B3850',
  muted: '#5B6474',
  brass: '#8A5A12',
  line: '#E4DED1',
  tint: '#F5F1E8',
}
const left = paper.margin
const rightEdge = paper.width - paper.margin
const lowest = paper.height - 50
const size = 7.5
const footSize = 8
const leading = 9.5
const pad = 4

/** Content of a printed report: its rows, and paragraphs before them. */
export type Printable = Pick<Report, 'title' | 'noun' | 'counted' | 'bytes'> & {
  columns: readonly Pick<Column, 'header' | 'label' | 'width' | 'right'>[]
  prose?: readonly string[]
}

/** The page being written, and the position on it. */
type Sheet = {
  pdf: Pdf
  report: Printable
  made: Made
  page: number
  pages: ReturnType<typeof openLater>
  y: number
}

/** Writes a report as a PDF, page by page while its rows are read. A full page is not kept in memory. */
export async function* pdfOf(
  report: Printable,
  batches: AsyncIterable<Row[]>,
  made: Made,
): AsyncGenerator<Buffer, void, undefined> {
  const pdf = openPdf({ title: `${report.title} report`, author: made.by.name, date: made.at })
  const sheet: Sheet = { pdf, report, made, page: 0, pages: openLater(pdf, footSize), y: 0 }
  const sums = { rows: 0, bytes: 0, cut: false, counts: new Map<string, number>() }
  newPage(sheet)
  for await (const rows of batches) {
    for (const row of rows) {
      const { counted, cut } = drawRow(sheet, row)
      sums.rows += 1
      sums.bytes += row.bytes
      sums.cut ||= cut
      sums.counts.set(counted, (sums.counts.get(counted) ?? 0) + 1)
    }
    yield* writtenTo(pdf)
  }
  drawTotals(sheet, sums)
  sheet.pages.settle(String(sheet.page))
  pdf.end()
  yield* writtenTo(pdf)
}

const periodIn = ({ days: { from, to } }: Made): string => {
  if (from && to) return `${from} to ${to}`
  if (from) return `From ${from}`
  return to ? `Until ${to}` : 'All dates'
}

/** Returns when the report was made, in the format of its dates. */
const stampOf = ({ at, timeZone }: Made): string => stampIn(at, timeZone)

/** Returns the columns that have room on a page, with their places in a row. */
const printedOf = ({ columns }: Printable) =>
  columns.flatMap(({ width, ...column }, n) => (width === null ? [] : [{ ...column, width, n }]))

/** Starts a page: the report's header on the first, the column headings and the footer on each. */
function newPage(sheet: Sheet): void {
  const { pdf, report, made } = sheet
  pdf.addPage()
  sheet.page += 1
  sheet.y = paper.margin
  if (sheet.page === 1) drawHead(sheet)
  const height = 20
  pdf.rect(left, sheet.y, rightEdge - left, height).fill(colour.tint)
  rule(pdf, sheet.y + height, 0.8, colour.brass)
  pdf.font('Helvetica-Bold').fontSize(8).fillColor(colour.ink)
  let x = left
  for (const { header, width, right } of printedOf(report)) {
    const at = right ? x + width - pad - pdf.widthOfString(header) : x + pad
    pdf.text(header, at, sheet.y + 6.5, { lineBreak: false })
    x += width
  }
  sheet.y += height
  const foot = { y: paper.height - 34, size: footSize, colour: colour.muted }
  const name = `Deedbox · ${made.publicUrl} · ${report.title} report · ${periodIn(made)}`
  write(pdf, fit(pdf, name, 600, footSize, 1), { ...foot, x: rightEdge, right: true })
  const page = `Page ${sheet.page} of `
  write(pdf, fit(pdf, page, 100, footSize), { ...foot, x: left })
  sheet.pages.draw(left + pdf.widthOfString(page), foot.y)
}

function drawHead(sheet: Sheet): void {
  const { pdf, report, made } = sheet
  pdf.font('Times-Bold').fontSize(21).fillColor(colour.ink)
  pdf.text(`${report.title} report`, left, sheet.y, { lineBreak: false })
  const corner = { x: rightEdge, size: 9, right: true }
  write(pdf, fit(pdf, 'Deedbox', 300, 9), { ...corner, y: sheet.y + 2, colour: colour.ink })
  write(pdf, fit(pdf, made.publicUrl, 300, 9, 1), { ...corner, y: sheet.y + 15, colour: colour.muted })
  const facts = [
    `Period: ${periodIn(made)}`,
    `Made ${stampOf(made)} by ${made.by.name} (${made.by.email})`,
    `Dates and times are in ${made.timeZone} time`,
  ]
  const line = fit(pdf, facts.join('  ·  '), rightEdge - left, 9, 2)
  write(pdf, line, { x: left, y: sheet.y + 34, size: 9, leading: 12, colour: colour.muted })
  sheet.y += 44 + 12 * line.lines.length
  for (const text of report.prose ?? []) drawParagraph(sheet, text)
}

/** Limit of lines of a paragraph, and of the page on which paragraphs stand. */
const paragraphLines = 14

function drawParagraph(sheet: Sheet, text: string): void {
  const { pdf } = sheet
  const printed = fit(pdf, text, rightEdge - left, 9, paragraphLines)
  if (sheet.y + 12 * printed.lines.length > lowest - 40) return
  write(pdf, printed, { x: left, y: sheet.y, size: 9, leading: 12, colour: colour.text })
  sheet.y += 12 * printed.lines.length + 4
}

function drawRow(sheet: Sheet, { cells }: Row): { counted: string; cut: boolean } {
  const { pdf, report } = sheet
  const columns = printedOf(report)
  const texts = columns.map(({ label, n }) => label?.[cells[n] ?? ''] ?? cells[n] ?? '')
  const printed = columns.map(({ width }, at) => fit(pdf, texts[at] ?? '', width - 2 * pad, size))
  const height = Math.max(...printed.map(({ lines }) => lines.length)) * leading + 2 * pad
  if (sheet.y + height > lowest) newPage(sheet)
  let x = left
  for (const [n, { width, right = false }] of columns.entries()) {
    const cell = printed[n]
    const at = { x: right ? x + width - pad : x + pad, y: sheet.y + pad + 1, right }
    if (cell) write(pdf, cell, { ...at, size, leading, colour: colour.text })
    x += width
  }
  sheet.y += height
  rule(pdf, sheet.y, 0.4, colour.line)
  const counted = texts[columns.findIndex(({ header }) => header === report.counted)] ?? ''
  return { counted, cut: printed.some(({ cut }) => cut) }
}

type Sums = { rows: number; bytes: number; cut: boolean; counts: Map<string, number> }

function drawTotals(sheet: Sheet, { rows, bytes, cut, counts }: Sums): void {
  const { pdf, report } = sheet
  if (sheet.y + 70 > lowest) newPage(sheet)
  const [one, many] = report.noun
  const parts = [
    counted(rows, one, many),
    ...[...counts].sort(([, a], [, b]) => b - a).map(([value, count]) => `${value}: ${countText(count)}`),
    ...(report.bytes ? [`${storageSize(bytes)} in total`] : []),
  ]
  const lines = [
    rows === 0 ? `There are no ${many} in this period.` : `Totals: ${parts.join('  ·  ')}`,
    ...(cut
      ? ['Shortened texts (…) and characters that could not be printed (□) are complete in the CSV report.']
      : []),
  ]
  for (const [n, line] of lines.entries()) {
    const place = { x: left + pad, y: sheet.y + 14 + n * 16, size: 9, leading: 12 }
    write(pdf, fit(pdf, line, rightEdge - left - 2 * pad, 9), {
      ...place,
      colour: n ? colour.muted : colour.ink,
    })
  }
}

function rule(pdf: Pdf, y: number, width: number, stroke: string): void {
  pdf.moveTo(left, y).lineTo(rightEdge, y).lineWidth(width).stroke(stroke)
}
