import { sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import type { Report } from './report.ts'

/** Period from its first instant to the one before `before`. */
export type Period = { from: Date | null; before: Date }

/** A row of a report: its cells in the order of the columns. */
export type Row = { cells: string[]; bytes: number }

type Stored = Record<`c${number}`, string | number | null> & { at: Date; id: string | number; bytes: number }

/**
 * Yields the rows of a report, newest first, in batches. Each batch is one short statement that continues after the last key, so a slow or
 * disconnected reader holds no transaction or cursor open.
 */
export async function* rowsOf(
  ctx: Pick<ReadCtx, 'query'>,
  { columns, source, where, at, id, bytes }: Report,
  { from, before }: Period,
  batch: number,
): AsyncGenerator<Row[], void, undefined> {
  const cells = sql.join(
    columns.map(({ value }, n) => sql`${value} as ${sql.identifier(`c${n}`)}`),
    sql`, `,
  )
  const within = sql`${at} < ${before.toISOString()}::timestamptz${
    from ? sql` and ${at} >= ${from.toISOString()}::timestamptz` : sql``
  }`
  let last: Stored | undefined
  for (;;) {
    const after = last
      ? sql` and (${at}, ${id}) < (${last.at.toISOString()}::timestamptz, ${last.id}::${sql.raw(id.getSQLType())})`
      : sql``
    const stored = await run<Stored>(
      ctx,
      sql`select ${cells}, ${at} as at, ${id} as id, ${bytes ?? sql`0`} as bytes from ${source}
        where ${where} and ${within}${after} order by ${at} desc, ${id} desc limit ${batch}`,
      { prepared: false },
    )
    if (stored.length > 0)
      yield stored.map((row) => ({
        cells: columns.map(({ text = String }, n) => text(String(row[`c${n}`] ?? ''))),
        bytes: Number(row.bytes),
      }))
    if (stored.length < batch) return
    last = stored.at(-1)
  }
}
