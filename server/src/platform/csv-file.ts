import { countText } from '@deedbox/contract/counts.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { isStorable } from './storable.ts'

export type CsvFile = {
  headings: string[]
  /** The line of the headings, counted from 1 as text editors do; so are all others. */
  headingsLine: number
  /** Rows in the order of the file; rows of empty cells are left out. */
  rows: CsvRow[]
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252'
  separator: ',' | ';' | '\t'
}

export type CsvRow = {
  /** The line on which it begins. */
  line: number
  cells: string[]
  /** The line on which each cell begins. */
  cellLines: number[]
  /** Reason why it cannot be read: then `cells` are those of its line alone, by the separators, whatever its quotation marks. */
  problem: string | null
}

/** The file is no CSV; the message says why. */
export class NotCsvError extends Error {
  override readonly name = 'NotCsvError'
}

/** Number of rows that may be unreadable: after each of them, up to `recordBytes` are read again, and so many of them take less than a second. */
const mostUnreadable = 1_000
/** Bytes that a row of people or documents may have; a quotation mark that is not closed takes in everything up to here. */
const recordBytes = 20_000

const whys = {
  unclosed: 'A quotation mark opens on this line and is not closed before the next cell or row.',
  stray:
    'A quotation mark stands in the middle of a cell. Cells with quotation marks are written in quotation marks, with each of theirs doubled.',
  long: 'This line is too long for a row.',
}

function decode(bytes: Buffer): { text: string; encoding: CsvFile['encoding'] } {
  const start = bytes.subarray(0, 2).toString('hex')
  if (start === 'fffe' || start === 'feff')
    return {
      text: new TextDecoder(start === 'fffe' ? 'utf-16le' : 'utf-16be').decode(bytes),
      encoding: 'UTF-16',
    }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    // Excel on Windows writes this as plain CSV.
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

/** Finds the separator that occurs most often in the line of headings. */
function separatorOf(text: string): CsvFile['separator'] {
  const headings =
    text
      .slice(0, 10_000)
      .split(/\r|\n/)
      .find((line) => line.trim() !== '') ?? ''
  const count = (separator: string) => headings.split(separator).length
  return ([';', '\t'] as const).reduce<CsvFile['separator']>(
    (best, separator) => (count(separator) > count(best) ? separator : best),
    ',',
  )
}

/**
 * Reads a CSV file as spreadsheets write it: in UTF-8, UTF-16 or Windows-1252, separated by comma, semicolon or tab. A row that cannot be
 * read hides no other: its first line counts as a row, and reading goes on with the next line.
 * @param mostRows number of rows some time after which reading stops
 * @throws NotCsvError when it is no text, when its headings cannot be read, or more than 1,000 rows
 */
export function readCsvFile(bytes: Buffer, mostRows: number): CsvFile {
  const { text, encoding } = decode(bytes)
  if (!isStorable(text)) throw new NotCsvError('It is not a text file.')
  const separator = separatorOf(text)
  // Rows beyond the limit show that there are too many; one is the headings.
  const [head, ...rows] = rowsOf(Buffer.from(text), separator, 2 * mostRows)
  return {
    headings: head?.cells ?? [],
    headingsLine: head?.line ?? 1,
    // Spreadsheets often end with rows of empty cells.
    rows: rows.filter(({ cells, problem }) => problem || cells.some((cell) => cell !== '')),
    encoding,
    separator,
  }
}

function rowsOf(text: Buffer, delimiter: string, most: number): CsvRow[] {
  const lines = linesOf(text)
  const rows: CsvRow[] = []
  let unreadable = 0
  let from = 0
  while (rows.length < most) {
    const wrong = readUntilWrong({ text, delimiter, most, lines, rows }, from)
    if (!wrong) break
    const line = lines.of(wrong.at)
    if (rows.length === 0) throw new NotCsvError(`Line ${line} cannot be read. ${whys[wrong.why]}`)
    if (++unreadable > mostUnreadable)
      throw new NotCsvError(`More than ${countText(mostUnreadable)} rows cannot be read.`)
    from = lines.endOf(wrong.at)
    const cells = looseCells(text.subarray(wrong.rowAt, from), delimiter)
    rows.push({ line, cells, cellLines: cells.map(() => line), problem: whys[wrong.why] })
  }
  return rows
}

type Reading = { text: Buffer; delimiter: string; most: number; lines: Lines; rows: CsvRow[] }
type Wrong = { at: number; rowAt: number; why: keyof typeof whys }

/** Reads rows from an offset to the end, or to the first that cannot be read: says where that begins, and what is wrong. */
function readUntilWrong({ text, delimiter, most, lines, rows }: Reading, from: number): Wrong | null {
  /** Offsets where each cell of the current row begins, after its separator; empty lines may come before the first. */
  let starts = [from]
  /** Number of its first cell of several lines; -1: none. */
  let split = -1
  const startOf = (index: number): number => {
    const blanks = (index === 0 ? ' \t\r\n' : ' \t').replace(delimiter, '')
    let at = starts[index] ?? from
    while (at < text.length && blanks.includes(String.fromCharCode(text[at] ?? 0))) at++
    return at
  }
  const wrong = (cell: number, why: Wrong['why']): Wrong => ({ at: startOf(cell), rowAt: startOf(0), why })
  try {
    parse(text.subarray(from), {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: most - rows.length,
      max_record_size: recordBytes,
      cast: (cell, { bytes }) => {
        if (split < 0 && /[\r\n]/.test(cell)) split = starts.length - 1
        starts.push(from + bytes + 1)
        return cell
      },
      on_record: (record: string[], { bytes }) => {
        // A cell of several lines in a row with too few cells or too many: the mark that closes it belongs to another row.
        const headings = rows[0]?.cells.length ?? record.length
        if (split >= 0 && record.length !== headings) throw new WrongRow(wrong(split, 'unclosed'))
        const cellLines = record.map((_, index) => lines.of(startOf(index)))
        const cells = record.map((cell) => cell.trim())
        rows.push({ line: cellLines[0] ?? 1, cells, cellLines, problem: null })
        starts = [from + bytes]
        split = -1
        return null
      },
    })
    return null
  } catch (error) {
    if (error instanceof WrongRow) return error.wrong
    if (!(error instanceof CsvError)) throw error
    const cell = split < 0 ? starts.length - 1 : split
    if (text[startOf(cell)] === quote) return wrong(cell, 'unclosed')
    return wrong(cell, error.code === 'CSV_MAX_RECORD_SIZE' ? 'long' : 'stray')
  }
}

class WrongRow extends Error {
  readonly wrong: Wrong
  constructor(wrong: Wrong) {
    super('This row is wrong')
    this.wrong = wrong
  }
}

const [quote, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d]

/** Reads the cells of a row by its separators alone. */
const looseCells = (row: Buffer, delimiter: string): string[] =>
  row
    .toString('utf8')
    .split(delimiter)
    .map((cell) => cell.replaceAll('"', '').trim())

type Lines = {
  of: (offset: number) => number
  /** Returns where the line of an offset ends: with its line break. */
  endOf: (offset: number) => number
}

function linesOf(text: Buffer): Lines {
  const starts = [0]
  for (let at = 0; at < text.length; at++)
    if (text[at] === lineFeed || (text[at] === carriageReturn && text[at + 1] !== lineFeed))
      starts.push(at + 1)
  const lineOf = (offset: number): number => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
  return { of: lineOf, endOf: (offset) => starts[lineOf(offset)] ?? text.length }
}
