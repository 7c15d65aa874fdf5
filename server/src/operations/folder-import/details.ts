import { ruleOfDetail } from '@deedbox/contract/detail-days.ts'
import { detailSchemas } from '@deedbox/contract/detail-schemas.ts'
import {
  aboutDetail,
  type DetailName,
  type Details,
  detailNames,
  isDay,
} from '@deedbox/contract/document-details.ts'
import { plainWord } from '@deedbox/contract/import-terms.ts'
import { checkDay } from '@deedbox/contract/typed-day.ts'
import { NotCsvError, readCsvFile } from '../../platform/csv-file.ts'

/** Row of details of a file. */
export type DetailsRow = Partial<Details> & { line: number; file: string }

/** Number of rows at most: more than a folder may hold at once. */
const mostRows = 100_000

type Column = 'file' | DetailName
/** The columns of the CSV file. Case, spaces and punctuation of the headings do not matter. */
const columns = new Map<string, Column>([
  ...['file', 'filename', 'path', 'document'].map((word) => [word, 'file'] as const),
  ...detailNames.flatMap((name) => aboutDetail(name).imported.map((word) => [word, name] as const)),
])
const headings = ['File', ...detailNames.map((name) => aboutDetail(name).label)].join(', ')

/**
 * Reads the rows of a CSV file of the details of documents, and everything that is wrong with it, with its line.
 * @param today decides which year a date without one means
 */
export function readDetails(bytes: Buffer, today: string): { rows: DetailsRow[]; problems: string[] } {
  try {
    const table = readCsvFile(bytes, mostRows)
    const { found, problems } = columnsOf(table.headings, table.headingsLine)
    if (table.rows.length > mostRows) problems.push(`It has more than ${mostRows} rows.`)
    if (problems.length > 0) return { rows: [], problems }
    const rows = table.rows.flatMap(({ line, cells, problem }) => {
      if (problem) problems.push(`Line ${line}: ${problem}`)
      return problem ? [] : [readRow(line, (column) => cells[found.get(column) ?? -1] ?? '', today, problems)]
    })
    return { rows, problems }
  } catch (error) {
    if (!(error instanceof NotCsvError)) throw error
    return { rows: [], problems: [`It could not be read as CSV. ${error.message}`] }
  }
}

function columnsOf(names: string[], line: number) {
  const found = new Map<Column, number>()
  const problems: string[] = []
  for (const [index, name] of names.entries()) {
    const column = columns.get(plainWord(name))
    if (!column && name) problems.push(`Line ${line}: there is no column “${name}”, only ${headings}.`)
    if (!column) continue
    if (found.has(column)) problems.push(`Line ${line}: the column “${name}” is there twice.`)
    found.set(column, index)
  }
  if (!found.has('file')) problems.push(`Line ${line}: the column “File” is missing.`)
  return { found, problems }
}

function readRow(
  line: number,
  cell: (column: Column) => string,
  today: string,
  problems: string[],
): DetailsRow {
  const row = { line, file: cell('file') }
  const wrong = (what: string) => void problems.push(`Line ${line}: ${what}`)
  if (!row.file) wrong('the file is missing.')
  const details = detailNames.flatMap((name) => {
    const text = cell(name)
    if (!text) return []
    const read = readDetail(name, text, today)
    if ('problem' in read) wrong(read.problem)
    return 'problem' in read ? [] : [[name, read.value] as const]
  })
  return Object.assign(row, Object.fromEntries(details))
}

function readDetail(name: DetailName, text: string, today: string): { value: string } | { problem: string } {
  const known = aboutDetail(name)
  const label = known.label.toLowerCase()
  if (isDay(name)) {
    const read = checkDay(text, today, ruleOfDetail(name, today, 'next'))
    if ('problem' in read) return { problem: `the ${label} “${text}”: ${read.problem}` }
    return { value: read.day ?? '' }
  }
  if (known.kind === 'choice') {
    const found = Object.entries(known.choices).find((words) =>
      words.map(plainWord).includes(plainWord(text)),
    )
    const only = Object.values(known.choices).join(', ')
    return found ? { value: found[0] } : { problem: `there is no ${label} “${text}”, only ${only}.` }
  }
  const read = detailSchemas[name].safeParse(text)
  const most = known.kind === 'line' ? known.max : 0
  return read.success ? { value: read.data } : { problem: `the ${label} is longer than ${most} characters.` }
}
