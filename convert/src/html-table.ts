import type { DefaultTreeAdapterTypes } from 'parse5'
import type { Block, Cell, Table } from './blocks.ts'

export type Element = DefaultTreeAdapterTypes.Element

export const attribute = (node: Element, name: string): string | undefined =>
  node.attrs.find((each) => each.name === name)?.value

/** The rows of cells of a table, and whether it has lines. */
type Grid = { rows: Element[][]; lined: boolean }

const maxColumns = 20
const pointsOfLetter = 5.5
/** Width in letters: a column of less is not narrower, one of more is broken into lines. */
const [narrowest, widest] = [5, 60]

/** A table that shows things beside each other; undefined for one that only lays out a page: it has tables within, or one column. */
export function gridOf(table: Element): Grid | undefined {
  const rows: Element[][] = []
  for (const part of elementsIn(table))
    for (const row of part.tagName === 'tr'
      ? [part]
      : /^t(body|head|foot)$/.test(part.tagName)
        ? elementsIn(part)
        : [])
      if (row.tagName === 'tr') rows.push(elementsIn(row).filter(({ tagName }) => /^t[dh]$/.test(tagName)))
  const filled = rows.filter((cells) => cells.length > 0)
  const most = Math.max(0, ...filled.map((cells) => cells.length))
  if (filled.length < 2 || most < 2 || most > maxColumns || filled.flat().some(holdsTable)) return undefined
  const border = Number.parseInt(attribute(table, 'border') ?? '0', 10) > 0
  const lined = border || filled.flat().some((cell) => cell.tagName === 'th' || /border/.test(styleOf(cell)))
  return { rows: filled, lined }
}

const elementsIn = (parent: Element): Element[] =>
  parent.childNodes.filter((node): node is Element => 'tagName' in node)

const styleOf = (cell: Element) => attribute(cell, 'style') ?? ''

function holdsTable(cell: Element): boolean {
  const rest: DefaultTreeAdapterTypes.ChildNode[] = [cell]
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (!('childNodes' in node)) continue
    if (node.nodeName === 'table') return true
    for (const child of node.childNodes) rest.push(child)
  }
  return false
}

/** `read` gives what is in a cell. */
export function tableOf({ rows, lined }: Grid, read: (cell: Element) => Block[]): Table {
  const borders = { top: lined, right: lined, bottom: lined, left: lined }
  const made = rows.map((cells) =>
    cells.map((cell): Cell => {
      const span = Math.min(maxColumns, Math.max(1, Number(attribute(cell, 'colspan')) || 1))
      return { blocks: read(cell), span, borders }
    }),
  )
  const headers = rows[0]?.every(({ tagName }) => tagName === 'th') ? 1 : 0
  return { kind: 'table', widths: widthsOf(made), headers, rows: made.map((cells) => ({ cells })) }
}

/** Measures how wide the words of each column want to be. */
function widthsOf(rows: Cell[][]): number[] {
  const letters: number[] = []
  for (const cells of rows) {
    let column = 0
    for (const { blocks, span = 1 } of cells) {
      const longest = Math.max(0, ...blocks.map(lengthOf))
      for (let at = column; at < column + span && at < maxColumns; at++)
        letters[at] = Math.min(widest, Math.max(letters[at] ?? narrowest, longest / span))
      column += span
    }
  }
  return letters.map((most) => (most + 2) * pointsOfLetter)
}

const lengthOf = (block: Block): number =>
  block.kind === 'paragraph'
    ? block.spans.reduce((sum, span) => sum + (span.kind === 'text' ? span.text.length : 1), 0)
    : 0
