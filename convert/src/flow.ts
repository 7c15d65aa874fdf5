import type { Block, Cell, Paragraph, Table } from './blocks.ts'
import { features, inReadingOrder, type measurer, type Pdf } from './fonts.ts'
import { breakLines, type Line, type Numbers, type Piece } from './lines.ts'

/** Something that is drawn on one page: a line of text, a rule, a row of a table. */
export type Item = {
  /** Space before it, left out at the top of a page. */
  before: number
  height: number
  draw(x: number, y: number): void
  keepNext?: boolean
  pageBefore?: boolean
  /** Divides it, where it may be divided, so that the first part is at most so high. */
  split?: (room: number) => [Item, Item] | undefined
  /** Rows repeated at the top of a page that begins with this. */
  headers?: Item[] | undefined
}

export type Press = {
  pdf: Pdf
  measure: ReturnType<typeof measurer>
  /** The height of a page's text. */
  maxHeight: number
  numbers: Numbers
  /** Notes that letters were written for which there is no font. */
  missed(): void
}

const ink = '#000000'
const hairline = '#8a8a8a'
/** Tables in tables in tables: more is hostile. */
const maxDepth = 8

/** Lays the blocks out, one item after another, in a column of this width. */
export function* flow(press: Press, blocks: readonly Block[], width: number, depth = 0): Generator<Item> {
  let after = 0
  let tight: string | undefined
  for (const block of blocks) {
    if (block.kind === 'page') yield { before: 0, height: 0, draw: () => undefined, pageBefore: true }
    else if (block.kind === 'rule') {
      yield { before: after + 6, height: 7, draw: (x, y) => rule(press.pdf, x, y, width) }
      after = 0
    } else if (block.kind === 'table') {
      if (depth >= maxDepth) continue
      yield* tableItems(press, block, width, after, depth)
      after = 6
    } else {
      const together = block.tight !== undefined && block.tight === tight
      yield* paragraphItems(press, block, width, together ? 0 : after + (block.before ?? 0))
      after = block.after ?? 0
    }
    tight = block.kind === 'paragraph' ? block.tight : undefined
  }
}

function* paragraphItems(press: Press, block: Paragraph, width: number, before: number): Generator<Item> {
  const { pdf, measure, maxHeight, numbers } = press
  const lines = breakLines(block, width, maxHeight, measure, numbers)
  const left = block.left ?? 0
  for (const [index, line] of lines.entries()) {
    const first = index === 0
    const last = index === lines.length - 1
    yield {
      before: first ? before : 0,
      height: line.height,
      draw(x, y) {
        if (first && block.ruleAbove) rule(pdf, x + left, y - 2, width - left)
        drawLine(press, line, x, y)
        if (last && block.ruleBelow) rule(pdf, x + left, y + line.height + 1, width - left)
      },
      // Neither the first nor the last line stands alone.
      keepNext: (last && block.keepNext) || (lines.length > 1 && (first || index === lines.length - 2)),
      pageBefore: first && block.pageBefore === true,
    }
  }
}

function drawLine(press: Press, line: Line, x: number, y: number): void {
  for (const piece of line.pieces) {
    const baseline = y + line.ascent
    if ('picture' in piece) {
      const { bytes, width, height } = piece.picture
      press.pdf.image(bytes, x + piece.x, baseline - height, { width, height })
    } else drawText(press, piece, x + piece.x, baseline)
  }
}

function drawText(press: Press, piece: Extract<Piece, { run: unknown }>, x: number, baseline: number): void {
  const { pdf } = press
  const { run, style, size } = piece
  const colour = style.colour ?? ink
  const y =
    baseline - (style.raise === 'super' ? style.size * 0.35 : style.raise === 'sub' ? -style.size * 0.15 : 0)
  if (run.missing !== undefined) {
    press.missed()
    // The text layer keeps what the boxes stand for.
    pdf.markContent('Span', { actual: inReadingOrder(run.missing) })
  }
  pdf.font(run.font).fontSize(size).fillColor(colour)
  pdf.text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic', features })
  if (run.missing !== undefined) pdf.endMarkedContent()
  const across = (at: number) =>
    pdf
      .lineWidth(size / 16)
      .strokeColor(colour)
      .moveTo(x, at)
      .lineTo(x + piece.width, at)
      .stroke()
  if (style.underline) across(y + size * 0.12)
  if (style.strike) across(y - size * 0.28)
}

function rule(pdf: Pdf, x: number, y: number, width: number): void {
  pdf
    .lineWidth(0.6)
    .strokeColor(hairline)
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke()
}

type Row = { before: number; cells: Laid[]; minHeight: number; padding: number; headers: Item[] | undefined }
type Laid = { x: number; width: number; items: Item[]; cell: Cell }

function* tableItems(
  press: Press,
  table: Table,
  width: number,
  before: number,
  depth: number,
): Generator<Item> {
  const { padding = 4 } = table
  const left = Math.min(Math.max(0, table.left ?? 0), width / 2)
  const total = table.widths.reduce((sum, each) => sum + each, 0)
  const scale = total > width - left ? (width - left) / total : 1
  const widths = table.widths.map((each) => each * scale)
  const headers: Item[] = []
  for (const [index, row] of table.rows.entries()) {
    let x = left
    let column = 0
    const cells = row.cells.map((cell): Laid => {
      const span = Math.max(1, cell.span ?? 1)
      const wide = widths.slice(column, column + span).reduce((sum, each) => sum + each, 0)
      const at = x
      x += wide
      column += span
      const inner = Math.max(4, wide - 2 * padding)
      return { x: at, width: wide, items: [...flow(press, cell.blocks, inner, depth + 1)], cell }
    })
    const first = index === 0 ? before : 0
    const isHeader = index < (table.headers ?? 0)
    const item = rowItem(press, {
      before: first,
      cells,
      minHeight: row.minHeight ?? 0,
      padding,
      headers: isHeader ? undefined : headers,
    })
    if (isHeader && item.height < press.maxHeight / 4) headers.push(item)
    yield { ...item, keepNext: isHeader }
  }
}

const heightOf = (items: readonly Item[]): number =>
  items.reduce((sum, { before, height }, index) => sum + height + (index === 0 ? 0 : before), 0)

function rowItem(press: Press, row: Row): Item {
  const { cells, padding, before, headers } = row
  const height = Math.max(row.minHeight, ...cells.map(({ items }) => heightOf(items) + 2 * padding))
  return {
    before,
    height,
    headers,
    draw(x, y) {
      const { pdf } = press
      for (const { x: at, width, items, cell } of cells) {
        if (cell.shade) pdf.rect(x + at, y, width, height).fill(cell.shade)
        frame(pdf, cell, x + at, y, width, height)
        let below = y + padding
        for (const [index, item] of items.entries()) {
          if (index > 0) below += item.before
          item.draw(x + at + padding, below)
          below += item.height
        }
      }
    },
    split(room) {
      const parts = cells.map(({ items }) => divide(items, room - 2 * padding))
      if (parts.every(([head]) => head.length === 0)) return undefined
      const part = (which: 0 | 1) => ({
        ...row,
        before: which === 0 ? before : 0,
        minHeight: 0,
        cells: cells.map((cell, index) => ({ ...cell, items: parts[index]?.[which] ?? [] })),
      })
      return [rowItem(press, part(0)), rowItem(press, part(1))]
    },
  }
}

/** The items that fit into a height, and the others. */
function divide(items: Item[], room: number): [Item[], Item[]] {
  let height = 0
  for (const [index, item] of items.entries()) {
    height += item.height + (index === 0 ? 0 : item.before)
    if (height <= room) continue
    return [items.slice(0, index), items.slice(index)]
  }
  return [items, []]
}

function frame(pdf: Pdf, { borders }: Cell, x: number, y: number, width: number, height: number): void {
  const { top, right, bottom, left } = borders
  pdf.lineWidth(0.5).strokeColor(hairline)
  const line = (x1: number, y1: number, x2: number, y2: number) => pdf.moveTo(x1, y1).lineTo(x2, y2).stroke()
  if (top && right && bottom && left) pdf.rect(x, y, width, height).stroke()
  else {
    if (top) line(x, y, x + width, y)
    if (right) line(x + width, y, x + width, y + height)
    if (bottom) line(x, y + height, x + width, y + height)
    if (left) line(x, y, x, y + height)
  }
}
