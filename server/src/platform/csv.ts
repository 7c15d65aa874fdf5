import { type Options, stringify } from 'csv-stringify/sync'
import { stampIn } from './instants.ts'

/**
 * RFC 4180, with what spreadsheets need: a UTF-8 byte order mark, and an apostrophe before cells that they would treat
 * as a formula (= + - @ tab CR; decisions, section 1).
 */
const options: Options = { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n]/ }

/** Writes a table as CSV while its rows are read. */
export async function* csvTable(
  headers: readonly string[],
  batches: AsyncIterable<string[][]>,
): AsyncGenerator<string, void, undefined> {
  yield stringify([[...headers]], { ...options, bom: true })
  for await (const rows of batches) yield stringify(rows, options)
}

/** Writes date and time in the deployment's time zone, as in all reports. */
export const localTime =
  (timeZone: string) =>
  (at: Date | null): string =>
    at ? stampIn(at, timeZone) : ''
