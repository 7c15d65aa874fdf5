import { a4, a4Wide, type Block, type Cell, paragraph, type Section, type Style, text } from '../blocks.ts'
import { type Grid, type GridCell, maxColumns, maxRows } from './grid.ts'

const padding = 3
/** A column's width is counted in digits. */
const pointsOfDigit = 5.3
const smallest = 8
const usual = 9
const headingStyle: Style = { face: 'sans', size: 14, bold: true }
export const noteStyle: Style = { face: 'sans', size: 9, italic: true, colour: '#555555' }

/** A sheet as a table under its name; one that is wider than the page in groups of columns, on pages of their own. */
export function sectionOf(name: string, grid: Grid): Section {
  const widths = grid.widths.map((digits) => Math.max(24, digits * pointsOfDigit + 2 * padding))
  const all = sum(widths)
  const roomOf = (paper: typeof a4) => paper.width - paper.margin.left - paper.margin.right
  const paper = all > roomOf(a4) ? a4Wide : a4
  const room = roomOf(paper)
  // First the letters get smaller, then the columns are shown in groups.
  const size = Math.max(smallest, Math.min(usual, (usual * room) / all))
  const scaled = widths.map((width) => (width * size) / usual)
  const blocks: Block[] = [paragraph([text(name || 'Sheet', headingStyle)], { after: 8, keepNext: true })]
  const lead = sum(scaled) > room + 0.5 ? leadOf(grid, scaled, size, room) : { numbers: 0, labels: 0 }
  const leads = scaled.slice(0, lead.labels)
  const bands = bandsOf(scaled, lead.labels, room - lead.numbers - sum(leads))
  for (const [index, [from, to]] of bands.entries()) {
    if (index > 0) blocks.push({ kind: 'page' })
    if (bands.length > 1) {
      const last = letters(widths.length - 1)
      const which = `Columns ${letters(from)} to ${letters(to - 1)} of ${last}`
      blocks.push(paragraph([text(which, noteStyle)], { after: 4, keepNext: true }))
    }
    const rows = grid.rows.map((row, at) => ({
      cells: [
        ...(lead.numbers > 0 ? [numberCell(grid.numbers[at] ?? 0, size)] : []),
        ...cellsOf(row, 0, lead.labels, size),
        ...cellsOf(row, from, to, size),
      ],
      minHeight: size * 1.4,
    }))
    const ownWidths = [...leads, ...scaled.slice(from, to)]
    blocks.push({
      kind: 'table',
      widths: lead.numbers > 0 ? [lead.numbers, ...ownWidths] : ownWidths,
      padding,
      headers: headersOf(grid),
      rows,
    })
  }
  if (grid.rows.length === 0) blocks.push(paragraph([text('This sheet is empty.', noteStyle)]))
  if (grid.cutRows)
    blocks.push(
      paragraph(
        [text(`Only the first ${maxRows.toLocaleString('en-AU')} rows of this sheet are shown.`, noteStyle)],
        { before: 6 },
      ),
    )
  if (grid.cutColumns)
    blocks.push(
      paragraph([text(`Only the first ${maxColumns} columns of this sheet are shown.`, noteStyle)], {
        before: 6,
      }),
    )
  return { paper, blocks }
}

const sum = (all: number[]): number => all.reduce((total, each) => total + each, 0)

/** Columns at the left of each group of columns: the numbers of the rows, and the columns that stay in place. */
function leadOf({ numbers, frozen }: Grid, widths: number[], size: number, room: number) {
  const digits = String(numbers.at(-1) ?? 0).length
  const labels = sum(widths.slice(0, frozen.columns)) < room / 2 ? frozen.columns : 0
  return { numbers: (digits * pointsOfDigit * size) / usual + 2 * padding, labels }
}

/** The rows that are repeated on every page: those that stay in place, else a first row of words. */
function headersOf({ rows, frozen }: Grid): number {
  if (frozen.rows > 0) return frozen.rows
  const first = (rows[0] ?? []).filter((cell) => cell?.words)
  return rows.length > 1 && first.length > 1 && first.every((cell) => !cell?.number) ? 1 : 0
}

/** Neighbouring columns that fit beside each other, from `first` on. */
function bandsOf(widths: number[], first: number, room: number): [number, number][] {
  const bands: [number, number][] = []
  let from = first
  let wide = 0
  for (const [index, width] of widths.entries()) {
    if (index < first) continue
    if (wide + width > room + 0.5 && index > from) {
      bands.push([from, index])
      from = index
      wide = 0
    }
    wide += width
  }
  if (widths.length > from) bands.push([from, widths.length])
  return bands
}

const lines = { top: true, right: true, bottom: true, left: true }

function numberCell(number: number, size: number): Cell {
  const look: Style = { face: 'sans', size: size * 0.85, colour: '#666666' }
  return { borders: lines, blocks: [paragraph([text(String(number), look)], { align: 'right' })] }
}

function cellsOf(row: (GridCell | undefined)[], from: number, to: number, size: number): Cell[] {
  const cells: Cell[] = []
  for (let column = from; column < to; ) {
    const cell = row[column]
    const span = Math.min(cell?.span ?? 1, to - column)
    const look = {
      face: 'sans',
      size,
      ...(cell?.style?.bold ? { bold: true } : {}),
      ...(cell?.style?.italic ? { italic: true } : {}),
    } as const
    const align = alignOf(cell)
    cells.push({
      span,
      shade: cell?.style?.shade,
      borders: lines,
      blocks: cell?.words
        ? cell.words.split('\n').map((line) => paragraph([text(line, look)], { align }))
        : [],
    })
    column += span
  }
  return cells
}

function alignOf(cell: GridCell | undefined): 'left' | 'right' | 'center' {
  const own = cell?.style?.align
  if (own === 'right' || own === 'center' || own === 'left') return own
  return cell?.number ? 'right' : 'left'
}

/** The name of a column: A to Z, AA and so on. */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last
}
