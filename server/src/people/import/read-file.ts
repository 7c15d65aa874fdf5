import type { Readable } from 'node:stream'
import { type ImportColumn, importColumns, plainWord } from '@deedbox/contract/import-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { readBody } from '../../http/body.ts'
import { Refusal } from '../../platform/errors.ts'
import { isStorable } from '../../platform/storable.ts'

const { rows: maxRows, bytes: maxBytes } = limits.peopleImport

/** A row of a file: its cells by column, trimmed. */
export type FileRow = { line: number; cells: Partial<Record<ImportColumn, string>> }

export type PeopleFile = {
  rows: FileRow[]
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252'
  separator: ',' | ';' | 'tab'
  ignoredColumns: string[]
}

/** The file in a request. @throws Refusal 'import-too-large', 'import-empty'. */
export async function readUpload(body: Readable | undefined): Promise<Buffer> {
  const bytes = await readBody(body, maxBytes)
  if (!bytes) throw new Refusal('import-too-large')
  if (bytes.length === 0) throw new Refusal('import-empty')
  return bytes
}

function decode(bytes: Buffer): { text: string; encoding: PeopleFile['encoding'] } {
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
function separatorOf(text: string): ',' | ';' | '\t' {
  const headings =
    text
      .slice(0, 10_000)
      .split(/\r|\n/)
      .find((line) => line.trim() !== '') ?? ''
  const count = (separator: string) => headings.split(separator).length
  return ([';', '\t'] as const).reduce<',' | ';' | '\t'>(
    (best, separator) => (count(separator) > count(best) ? separator : best),
    ',',
  )
}

type Parsed = { record: string[]; info: { lines: number } }

/**
 * The rows of a CSV file with its columns recognised by their headings.
 * @throws Refusal 'import-empty', 'import-unreadable', 'import-too-long', 'import-columns'.
 */
export function readPeopleFile(bytes: Buffer): PeopleFile {
  const { text, encoding } = decode(bytes)
  if (!isStorable(text)) throw new Refusal('import-unreadable', { values: { why: 'It is not a text file.' } })
  const delimiter = separatorOf(text)
  const [head, ...found] = recordsOf(text, delimiter)
  if (!head) throw new Refusal('import-empty')
  const { columns, ignoredColumns } = columnsOf(head.record)
  // Spreadsheets often end with rows of empty cells.
  const filled = found.filter(({ record }) => record.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) throw new Refusal('import-empty')
  if (filled.length > maxRows) throw new Refusal('import-too-long')
  return {
    rows: filled.map(({ record, info }) => ({
      line: info.lines - lineEndsIn(record),
      cells: Object.fromEntries(columns.map(([column, index]) => [column, (record[index] ?? '').trim()])),
    })),
    encoding,
    separator: delimiter === '\t' ? 'tab' : delimiter,
    ignoredColumns,
  }
}

/** The parser counts the lines up to the end of a record. */
const lineEndsIn = (record: string[]): number => (record.join('').match(/\r\n|\r|\n/g) ?? []).length

function recordsOf(text: string, delimiter: string): Parsed[] {
  try {
    return parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // One more than allowed, to know that there are too many; and the headings.
      to: 2 * maxRows,
      max_record_size: 20_000,
    }) as unknown as Parsed[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error.lines === 'number' ? `Line ${error.lines} cannot be read. ` : ''
    throw new Refusal('import-unreadable', { values: { why: `${line}Please check its quotation marks.` } })
  }
}

const columnOf = new Map<string, ImportColumn>(
  Object.entries(importColumns).flatMap(([column, { heading, also }]) =>
    [plainWord(heading), ...also].map((word) => [word, column as ImportColumn] as const),
  ),
)

function columnsOf(headings: string[]) {
  const columns: [ImportColumn, number][] = []
  const ignoredColumns: string[] = []
  for (const [index, heading] of headings.entries()) {
    const column = columnOf.get(plainWord(heading))
    if (column && columns.some(([known]) => known === column))
      throw new Refusal('import-columns', {
        values: { why: `The column “${importColumns[column].heading}” is there twice.` },
      })
    if (column) columns.push([column, index])
    else if (heading) ignoredColumns.push(heading.slice(0, limits.text.title))
  }
  const missing = (['email', 'role'] as const).filter(
    (needed) => !columns.some(([known]) => known === needed),
  )
  if (missing.length > 0)
    throw new Refusal('import-columns', {
      values: {
        why: `There is no column ${missing.map((column) => `“${importColumns[column].heading}”`).join(' and no column ')} in the first line.`,
      },
    })
  return { columns, ignoredColumns }
}
