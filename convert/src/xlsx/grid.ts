import { ConvertError } from '../error.ts'
import type { Limits } from '../limits.ts'
import { xmlEvents } from '../xml.ts'
import { formatNumber } from './number-format.ts'
import type { CellStyle } from './read.ts'

export type GridCell = { words: string; number: boolean; style: CellStyle | undefined; span?: number }
export type Grid = {
  rows: (GridCell | undefined)[][]
  /** Widths in digits, of the columns that are shown. */
  widths: number[]
  /** The number that the sheet gives to each row. */
  numbers: number[]
  /** Number of rows and of columns that stay in place while the others scroll. */
  frozen: { rows: number; columns: number }
  cutRows: boolean
  cutColumns: boolean
}

export const maxRows = 5_000
export const maxColumns = 60
const maxWords = 5_000
const usualWidth = 9
const widest = 60

type Book = {
  strings: readonly string[]
  styles: readonly CellStyle[]
  from1904: boolean
  /** True when the bytes are all of the sheet. */
  whole: boolean
  limits: Limits
}

/** The cells of a sheet, as far as it is shown: what follows is not even looked at. */
export function readGrid(bytes: Buffer, { strings, styles, from1904, whole, limits }: Book): Grid {
  const rows: (GridCell | undefined)[][] = []
  const columns: { from: number; to: number; width: number; hidden: boolean }[] = []
  const merged: [number, number, number, number][] = []
  const hiddenRows = new Set<number>()
  let cutRows = false
  let cutColumns = false
  let row = -1
  let at = { row: 0, column: -1 }
  let kind = ''
  let style: CellStyle | undefined
  let words = ''
  let inValue = false
  let hints = 0
  let frozen = { rows: 0, columns: 0 }

  const finish = () => {
    if (at.column >= maxColumns) {
      cutColumns ||= words !== ''
      return
    }
    const shown = shownWords()
    if (!shown && !style?.shade) return
    const line = rows[at.row] ?? []
    rows[at.row] = line
    line[at.column] = { words: shown.slice(0, maxWords), number: kind === 'n', style }
  }
  const shownWords = (): string => {
    if (kind === 's') return strings[Number(words)] ?? ''
    if (kind === 'b') return words === '1' ? 'TRUE' : 'FALSE'
    if (kind !== 'n') return words
    return words === '' || !Number.isFinite(Number(words))
      ? words
      : formatNumber(Number(words), style?.format, from1904)
  }
  try {
    for (const event of xmlEvents(bytes, { ...limits, cut: !whole })) {
      if (event.kind === 'text') {
        if (inValue && hints === 0) words += event.text
        continue
      }
      const opens = event.kind === 'open'
      switch (event.name) {
        case 'x:row':
          if (!opens) break
          row = Number(event.attrs.r) > 0 ? Number(event.attrs.r) - 1 : row + 1
          at = { row, column: -1 }
          if (/^(1|true)$/.test(event.attrs.hidden ?? '')) hiddenRows.add(row)
          cutRows ||= row >= maxRows
          break
        case 'x:c':
          if (opens) {
            const [, name] = /^([A-Z]{1,3})\d/.exec(event.attrs.r ?? '') ?? []
            at.column = name ? columnOf(name) : at.column + 1
            kind = event.attrs.t ?? 'n'
            style = styles[Number(event.attrs.s)]
            words = ''
          } else if (row < maxRows) finish()
          break
        case 'x:rPh':
          hints += opens ? 1 : -1
          break
        case 'x:v':
        case 'x:t':
          inValue = opens
          break
        case 'x:col':
          if (opens)
            columns.push({
              from: Number(event.attrs.min) - 1,
              to: Math.min(maxColumns, Number(event.attrs.max)),
              width: Math.min(widest, Number(event.attrs.width) || usualWidth),
              hidden: /^(1|true)$/.test(event.attrs.hidden ?? ''),
            })
          break
        case 'x:pane':
          if (opens && /^frozen/.test(event.attrs.state ?? ''))
            frozen = { rows: Number(event.attrs.ySplit) || 0, columns: Number(event.attrs.xSplit) || 0 }
          break
        case 'x:mergeCell': {
          const [, a = '', b = '', c = '', d = ''] =
            /^([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)$/.exec(opens ? (event.attrs.ref ?? '') : '') ?? []
          if (a) merged.push([columnOf(a), Number(b) - 1, columnOf(c), Number(d) - 1])
          break
        }
      }
      // Merged cells are named after the rows, so it is not known where these are too many.
      if (cutRows) break
    }
  } catch (error) {
    // A file that was cut off ends here.
    if (whole || !(error instanceof ConvertError)) throw error
  }
  cutRows ||= !whole
  const most = Math.max(0, ...Array.from(rows, (line) => line?.length ?? 0))
  for (const [left, top, right] of merged) {
    const line = rows[top]
    if (line && left < most)
      line[left] = {
        words: '',
        number: false,
        style: undefined,
        ...line[left],
        span: Math.min(right, most - 1) - left + 1,
      }
  }
  const about = (column: number) => columns.find(({ from, to }) => column >= from && column < to)
  const shown = Array.from({ length: most }, (_, column) => column).filter((column) => !about(column)?.hidden)
  const numbers = Array.from(rows, (_, index) => index + 1).filter((number) => !hiddenRows.has(number - 1))
  const visible = numbers.map((number) => rows[number - 1] ?? [])
  return {
    numbers,
    frozen: {
      rows: numbers.filter((number) => number <= frozen.rows).length,
      columns: shown.filter((column) => column < frozen.columns).length,
    },
    rows: visible.map((line) => shown.map((column) => line[column])),
    widths: shown.map((column) => Math.max(about(column)?.width ?? usualWidth, numberWidth(visible, column))),
    cutRows,
    cutColumns,
  }
}

/** A number is never broken: its column is as wide as it. */
function numberWidth(rows: (GridCell | undefined)[][], column: number): number {
  let most = 0
  for (const row of rows) {
    const cell = row[column]
    if (cell?.number && !cell.span) most = Math.max(most, Math.min(24, cell.words.length + 1))
  }
  return most
}

function columnOf(letters: string): number {
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
