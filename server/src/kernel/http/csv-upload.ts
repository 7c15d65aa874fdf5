import type { Readable } from 'node:stream'
import { limits } from '@deedbox/contract/limits.ts'
import { type CsvFile, NotCsvError, readCsvFile } from '../../platform/csv-file.ts'
import { Refusal } from '../../platform/errors.ts'
import { readBody } from './body.ts'

const { rows: maxRows, bytes: maxBytes } = limits.importFile

/** A row of a file: its cells by column, trimmed, and the line on which each begins. `problem`: why it cannot be read. */
export type FileRow<Column extends string> = {
  line: number
  cells: Partial<Record<Column, string>>
  cellLines: Partial<Record<Column, number>>
  problem: string | null
}

export type TableFile<Column extends string> = {
  rows: FileRow<Column>[]
  encoding: CsvFile['encoding']
  separator: ',' | ';' | 'tab'
  ignoredColumns: string[]
}

/** Headings by which the columns of a file are recognised. */
type Known<Column extends string> = {
  columnOf: (heading: string) => Column | undefined
  headingOf: (column: Column) => string
  needed: readonly Column[]
}

/** Reads the file in a request. @throws Refusal 'import-too-large', 'import-empty'. */
export async function readUpload(body: Readable | undefined): Promise<Buffer> {
  const bytes = await readBody(body, maxBytes)
  if (!bytes) throw new Refusal('import-too-large')
  if (bytes.length === 0) throw new Refusal('import-empty')
  return bytes
}

/**
 * Reads the rows of a CSV file with its columns recognised by their headings.
 * @throws Refusal 'import-empty', 'import-unreadable', 'import-too-long', 'import-columns'.
 */
export function readTableFile<Column extends string>(bytes: Buffer, known: Known<Column>): TableFile<Column> {
  const { headings, headingsLine, rows, encoding, separator } = readTable(bytes)
  if (headings.length === 0) throw new Refusal('import-empty')
  const { columns, ignoredColumns } = columnsIn(headings, headingsLine, known)
  if (rows.length === 0) throw new Refusal('import-empty')
  if (rows.length > maxRows) throw new Refusal('import-too-long')
  const by = <T>(value: (index: number) => T) =>
    Object.fromEntries(columns.map(([column, index]) => [column, value(index)])) as Partial<Record<Column, T>>
  return {
    rows: rows.map(({ line, cells, cellLines, problem }) => ({
      line,
      cells: by((index) => cells[index] ?? ''),
      cellLines: by((index) => cellLines[index] ?? line),
      problem,
    })),
    encoding,
    separator: separator === '\t' ? 'tab' : separator,
    ignoredColumns,
  }
}

function readTable(bytes: Buffer): CsvFile {
  try {
    return readCsvFile(bytes, maxRows)
  } catch (error) {
    if (!(error instanceof NotCsvError)) throw error
    throw new Refusal('import-unreadable', { values: { why: error.message } })
  }
}

function columnsIn<Column extends string>(
  headings: string[],
  line: number,
  { columnOf, headingOf, needed }: Known<Column>,
) {
  const columns: [Column, number][] = []
  const ignoredColumns: string[] = []
  const refuse = (why: string) => new Refusal('import-columns', { values: { why } })
  for (const [index, heading] of headings.entries()) {
    const column = columnOf(heading)
    if (column && columns.some(([known]) => known === column))
      throw refuse(`The column “${headingOf(column)}” is there twice in line ${line}.`)
    if (column) columns.push([column, index])
    else if (heading) ignoredColumns.push(heading.slice(0, limits.text.title))
  }
  const missing = needed.filter((name) => !columns.some(([known]) => known === name))
  if (missing.length > 0)
    throw refuse(
      `There is no column ${missing.map((column) => `“${headingOf(column)}”`).join(' and no column ')} in line ${line}.`,
    )
  return { columns, ignoredColumns }
}
