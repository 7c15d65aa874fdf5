import { CsvError, parse } from 'csv-parse/sync'
import { isStorable } from './storable.ts'

export type CsvFile = {
  headings: string[]
  /** With the line that each row begins on; rows of empty cells are left out. */
  rows: { line: number; cells: string[] }[]
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252'
  separator: ',' | ';' | '\t'
}

/** The file is no CSV; the message says why. */
export class NotCsvError extends Error {
  override readonly name = 'NotCsvError'
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
    // What Excel writes on Windows as plain CSV.
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

/** The separator that occurs most often in the line of headings. */
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

type Parsed = { record: string[]; info: { lines: number } }

/**
 * Reads a CSV file as spreadsheets write it: in UTF-8, UTF-16 or Windows-1252, separated by comma, semicolon or tab.
 * @param mostRows reading stops some time after so many
 * @throws NotCsvError
 */
export function readCsvFile(bytes: Buffer, mostRows: number): CsvFile {
  const { text, encoding } = decode(bytes)
  if (!isStorable(text)) throw new NotCsvError('It is not a text file.')
  const separator = separatorOf(text)
  const [head, ...found] = recordsOf(text, separator, mostRows)
  // Spreadsheets often end with rows of empty cells.
  const filled = found.filter(({ record }) => record.some((cell) => cell.trim() !== ''))
  return {
    headings: head?.record ?? [],
    rows: filled.map(({ record, info }) => ({
      line: info.lines - lineEndsIn(record),
      cells: record.map((cell) => cell.trim()),
    })),
    encoding,
    separator,
  }
}

/** The parser counts the lines up to the end of a record. */
const lineEndsIn = (record: string[]): number => (record.join('').match(/\r\n|\r|\n/g) ?? []).length

function recordsOf(text: string, delimiter: string, mostRows: number): Parsed[] {
  try {
    return parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // More than allowed, to know that there are too many; and the headings.
      to: 2 * mostRows,
      max_record_size: 20_000,
    }) as unknown as Parsed[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error.lines === 'number' ? `Line ${error.lines} cannot be read. ` : ''
    throw new NotCsvError(`${line}Please check its quotation marks.`)
  }
}
