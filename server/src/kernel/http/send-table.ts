import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { csvTable } from '../../platform/csv.ts'

/** Columns of a table by their headings, each with what stands in a row's cell; `Given` is what cells need besides, as the time zone. */
export type TableColumns<Row, Given = unknown> = Record<string, (row: Row, given: Given) => string>

type Table<Row, Given> = {
  columns: TableColumns<Row, Given>
  given: Given
  batches: () => AsyncIterable<readonly Row[]>
}

/** Writes a table as CSV while its rows are read. */
export function tableOf<Row, Given>({ columns, given, batches }: Table<Row, Given>): AsyncGenerator<string> {
  const cells = Object.values(columns)
  const rows = async function* () {
    for await (const some of batches()) yield some.map((row) => cells.map((cell) => cell(row, given)))
  }
  return csvTable(Object.keys(columns), rows())
}

/** Sends a table as a CSV file while its rows are read, in constant memory. */
export const sendTable = <Row, Given>(
  reply: FastifyReply,
  fileName: string,
  table: Table<Row, Given>,
): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(Readable.from(tableOf(table), { objectMode: false, highWaterMark: 64 * 1024 }))

/** Walks through all pages of a list. */
export async function* pagesOf<Page extends { nextCursor: string | null }>(
  read: (cursor: string | undefined) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    yield page
    cursor = page.nextCursor ?? undefined
  } while (cursor)
}
