import { type Options, stringify } from 'csv-stringify/sync'
import type { Report } from './reports.ts'
import type { Row } from './rows.ts'

/**
 * RFC 4180, with what spreadsheets need: a UTF-8 byte order mark, and an apostrophe before cells that they would treat
 * as a formula (= + - @ tab CR; decisions, section 1).
 */
const options: Options = { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ }

/** A report as CSV, written while its rows are read. */
export async function* csvOf(
  { columns }: Report,
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string, void, undefined> {
  yield stringify([columns.map(({ header }) => header)], { ...options, bom: true })
  for await (const rows of batches)
    yield stringify(
      rows.map(({ cells }) => cells),
      options,
    )
}
