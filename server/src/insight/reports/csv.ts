import { csvTable } from '../../platform/csv.ts'
import type { Report } from './report.ts'
import type { Row } from './rows.ts'

/** Writes a report as CSV while its rows are read. */
export const csvOf = ({ columns }: Report, batches: AsyncIterable<Row[]>) =>
  csvTable(
    columns.map(({ header }) => header),
    cellsOf(batches),
  )

async function* cellsOf(batches: AsyncIterable<Row[]>): AsyncGenerator<string[][], void, undefined> {
  for await (const rows of batches) yield rows.map(({ cells }) => cells)
}
