import { id as uuid } from '@deedbox/contract/fields.ts'
import { type Direction, usualDirection } from '@deedbox/contract/sorts.ts'
import { type Column, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { carried, fromCursor, toCursor } from '../platform/cursor.ts'

const types = {
  timestamptz: carried.instant,
  date: carried.day.or(z.literal('infinity')),
  text: carried.text,
  bigint: carried.number,
}

/** Key of an order. The key is never null, so that a page can start after any row; `frozen`, or exactly an index's expression. */
export type Sort = { key: SQL; type: keyof typeof types }

export const byTime = (column: Column): Sort => ({ key: sql`${column}`, type: 'timestamptz' })
/** Ignores case; a missing value counts as empty text. */
export const byText = (text: Column | SQL): Sort => ({ key: sql`lower(coalesce(${text}, ''))`, type: 'text' })

/** Schema of a cursor of this list, which carries the key and the id of the last row. */
const cursorSchema = (shape: string, { type }: Sort) => z.tuple([z.literal(shape), types[type], uuid])

const sent = { timestamptz: (key: unknown) => new Date(key as Date | string), bigint: Number }
const sentAs = ({ type }: Sort, key: unknown): unknown =>
  type === 'timestamptz' || type === 'bigint' ? sent[type](key) : key

/**
 * A sorted list, paged by key, ties by id. Select `key` as `sortKey`.
 * @throws Refusal 'invalid-input' for a cursor of another list or order.
 */
export function sorted<Name extends string>(
  sorts: Record<Name, Sort>,
  input: { sort: Name; direction?: Direction | undefined; cursor?: string | undefined; shape: string },
  id: Column,
) {
  const sort = sorts[input.sort]
  const direction = input.direction ?? usualDirection(input.sort)
  const shape = `${input.shape} ${input.sort} ${direction}`
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  const after = input.cursor === undefined ? null : fromCursor(input.cursor, cursorSchema(shape, sort))
  const orderOf = (key: SQL, id: SQL | Column) => sql`${key} ${way}, ${id} ${way}`
  const startOf = (key: SQL, id: SQL | Column) =>
    after
      ? sql`(${key}, ${id}) ${direction === 'asc' ? sql`>` : sql`<`} (${after[1]}::${sql.raw(sort.type)}, ${after[2]}::uuid)`
      : undefined
  return {
    key: sql<unknown>`${sort.key}`,
    id,
    /** The rows after the last page. */
    fromHere: startOf(sort.key, id),
    /** The same where a statement calls key and id otherwise. */
    startOf,
    orderBy: [sql`${sort.key} ${way}`, sql`${id} ${way}`],
    orderOf,
    /** The rows of a page (one more was read) and the cursor of the next page. */
    page<Row extends { sortKey: unknown }>(rows: Row[], limit: number, idOf: (row: Row) => string) {
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      if (!last) return { shown, nextCursor: null }
      return { shown, nextCursor: toCursor([shape, sentAs(sort, last.sortKey), idOf(last)]) }
    },
  }
}
export type Sorted = ReturnType<typeof sorted>
