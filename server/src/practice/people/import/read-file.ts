import type { Readable } from 'node:stream'
import { type ImportColumn, importColumns, plainWord } from '@deedbox/contract/import-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { readBody } from '../../../kernel/http/body.ts'
import { type CsvFile, NotCsvError, readCsvFile } from '../../../platform/csv-file.ts'
import { Refusal } from '../../../platform/errors.ts'

const { rows: maxRows, bytes: maxBytes } = limits.peopleImport

/** A row of a file: its cells by column, trimmed, and the line on which each begins. `problem`: why it cannot be read. */
export type FileRow = {
  line: number
  cells: Partial<Record<ImportColumn, string>>
  cellLines: Partial<Record<ImportColumn, number>>
  problem: string | null
}

export type PeopleFile = {
  rows: FileRow[]
  encoding: CsvFile['encoding']
  separator: ',' | ';' | 'tab'
  ignoredColumns: string[]
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
export function readPeopleFile(bytes: Buffer): PeopleFile {
  const { headings, headingsLine, rows, encoding, separator } = readTable(bytes)
  if (headings.length === 0) throw new Refusal('import-empty')
  const { columns, ignoredColumns } = columnsOf(headings, headingsLine)
  if (rows.length === 0) throw new Refusal('import-empty')
  if (rows.length > maxRows) throw new Refusal('import-too-long')
  return {
    rows: rows.map(({ line, cells, cellLines, problem }) => ({
      line,
      cells: Object.fromEntries(columns.map(([column, index]) => [column, cells[index] ?? ''])),
      cellLines: Object.fromEntries(columns.map(([column, index]) => [column, cellLines[index] ?? line])),
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

const columnOf = new Map<string, ImportColumn>(
  Object.entries(importColumns).flatMap(([column, { heading, also }]) =>
    [plainWord(heading), ...also].map((word) => [word, column as ImportColumn] as const),
  ),
)

function columnsOf(headings: string[], line: number) {
  const columns: [ImportColumn, number][] = []
  const ignoredColumns: string[] = []
  for (const [index, heading] of headings.entries()) {
    const column = columnOf.get(plainWord(heading))
    if (column && columns.some(([known]) => known === column))
      throw new Refusal('import-columns', {
        values: { why: `The column “${importColumns[column].heading}” is there twice in line ${line}.` },
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
        why: `There is no column ${missing.map((column) => `“${importColumns[column].heading}”`).join(' and no column ')} in line ${line}.`,
      },
    })
  return { columns, ignoredColumns }
}
