import { documentTypeLabels, type documentTypes } from '@deedbox/contract/document-terms.ts'
import { uploadDocument } from '@deedbox/contract/documents.ts'
import { plainWord } from '@deedbox/contract/import-terms.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { checkDay } from '@deedbox/contract/typed-day.ts'
import { NotCsvError, readCsvFile } from '../platform/csv-file.ts'

type DocumentType = (typeof documentTypes)[number]

/** What is known of a document besides its file. */
export type Facts = {
  title: string
  type: DocumentType
  clientName: string
  expiryDate: string | null
}
export type FactsRow = Partial<Facts> & { line: number; file: string }

/** More than a folder may hold at once. */
const mostRows = 100_000

/** The columns of the CSV file. Case, spaces and punctuation of the headings do not matter. */
const columns = {
  file: ['file', 'filename', 'path', 'document'],
  title: ['title', 'name'],
  type: ['type', 'documenttype', 'kind'],
  clientName: ['client', 'clientname', 'customer'],
  expiryDate: ['expirydate', 'expiry', 'expires', 'expireson'],
} as const
type Column = keyof typeof columns
const headings = 'File, Title, Type, Client, Expiry date'

const typesByWord = new Map(
  (Object.entries(documentTypeLabels) as [DocumentType, string][]).flatMap(([type, label]) => [
    [plainWord(type), type] as const,
    [plainWord(label), type] as const,
  ]),
)
const { title, clientName } = uploadDocument.query.shape

/**
 * The rows of a CSV file of titles, types, clients and expiry dates, and everything that is wrong with it, with its line.
 * @param today decides which year a date without one means
 */
export function readFacts(bytes: Buffer, today: string): { rows: FactsRow[]; problems: string[] } {
  try {
    const table = readCsvFile(bytes, mostRows)
    const { found, problems } = columnsOf(table.headings)
    if (table.rows.length > mostRows) problems.push(`It has more than ${mostRows} rows.`)
    if (problems.length > 0) return { rows: [], problems }
    const rows = table.rows.map(({ line, cells }) =>
      readRow(line, (column) => cells[found.get(column) ?? -1] ?? '', today, problems),
    )
    return { rows, problems }
  } catch (error) {
    if (!(error instanceof NotCsvError)) throw error
    return { rows: [], problems: [`It could not be read as CSV. ${error.message}`] }
  }
}

function columnsOf(names: string[]) {
  const found = new Map<Column, number>()
  const problems: string[] = []
  for (const [index, name] of names.entries()) {
    const word = plainWord(name)
    const column = (Object.keys(columns) as Column[]).find((known) =>
      (columns[known] as readonly string[]).includes(word),
    )
    if (!column && name) problems.push(`Line 1: there is no column “${name}”, only ${headings}.`)
    if (!column) continue
    if (found.has(column)) problems.push(`Line 1: the column “${name}” is there twice.`)
    found.set(column, index)
  }
  if (!found.has('file')) problems.push('Line 1: the column “File” is missing.')
  return { found, problems }
}

function readRow(
  line: number,
  cell: (column: Column) => string,
  today: string,
  problems: string[],
): FactsRow {
  const row: FactsRow = { line, file: cell('file') }
  const wrong = (what: string) => void problems.push(`Line ${line}: ${what}`)
  if (!row.file) wrong('the file is missing.')
  if (cell('title')) {
    const read = title.safeParse(cell('title'))
    if (read.success) row.title = read.data
    else wrong(`the title is longer than ${limits.text.title} characters.`)
  }
  if (cell('clientName')) {
    const read = clientName.safeParse(cell('clientName'))
    if (read.success) row.clientName = read.data
    else wrong(`the client is longer than ${limits.text.client} characters.`)
  }
  if (cell('type')) {
    const type = typesByWord.get(plainWord(cell('type')))
    if (type) row.type = type
    else wrong(`there is no type “${cell('type')}”, only ${Object.values(documentTypeLabels).join(', ')}.`)
  }
  if (cell('expiryDate')) {
    const read = checkDay(cell('expiryDate'), today, { kind: 'next' })
    if ('problem' in read) wrong(`the expiry date “${cell('expiryDate')}”: ${read.problem}`)
    else row.expiryDate = read.day
  }
  return row
}
