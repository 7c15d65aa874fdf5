import { countedTo, type Total } from '@deedbox/contract/total.ts'
import { and, type SQL, sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { run } from './named.ts'
import type { Sorted } from './sorted.ts'

type Ctx = Pick<Database, 'query'>

/** A list, as parts of its statements. */
export type List = {
  /** Table that its rows are read from, with the joins that its conditions need. */
  from: SQL
  /** Conditions: what the reader may see, and the filters. */
  where: (SQL | undefined)[]
  order: Sorted
  limit: number
  /** The columns of a row, each with its name, and the table with the joins that they are read from, by id. */
  columns: SQL
  rows: SQL
  /** Number of rows by a tally that knows all of `where`; undefined: they are counted. */
  size?: SQL | undefined
  /** Planned once: for the few statements without a filter, which have no values that matter to the plan. */
  prepared?: boolean
}

export type Page<Row> = Total & { rows: Row[]; nextCursor: string | null }
type Read<Row> = Row & { id: string; sortKey: unknown; counted: number }

/** The usual sizes of pages are part of the statement: where a limit is a parameter, PostgreSQL plans a prepared statement each time. */
const usualSizes = [20, 25, 50, 100]
const upTo = (limit: number): SQL =>
  usualSizes.includes(limit) ? sql.raw(String(limit + 1)) : sql`${limit + 1}`

/**
 * One page of a list and its total (ADR 56). What fits is gathered, up to one row more than totals are counted to, through whatever
 * index finds it. If that is all, it is counted and sorted here. Otherwise so much fits that a walk along the index of the order finds
 * a page soon. A list without a filter is walked at once: a tally has its size.
 */
export async function readPage<Row extends { id: string }>(
  ctx: Ctx,
  list: List,
  most = countedTo,
): Promise<Page<Row>> {
  const paged = (rows: Read<Row>[], total: Total): Page<Row> => {
    const { shown, nextCursor } = list.order.page(rows, list.limit, ({ id }) => id)
    return { rows: shown, nextCursor, ...total }
  }
  const read = (statement: SQL) => run<Read<Row>>(ctx, statement, { prepared: list.prepared ?? false })
  if (list.size) {
    const rows = await read(walked(list, list.size))
    const total = rows[0]?.counted ?? (await sizeOf(ctx, list.size))
    return paged(rows, { total, totalIsMore: false })
  }
  const [first, ...others] = await read(gathered(list, most))
  const counted = first?.counted ?? 0
  if (counted > most) return paged(await read(walked(list, sql`0`)), { total: most, totalIsMore: true })
  return paged(first?.id ? [first, ...others] : [], { total: counted, totalIsMore: false })
}

/** Reads the first rows of a list in the order of its index, without a total: for lists of which so much fits that the first are found soon. */
export async function readFirst<Row extends { id: string }>(ctx: Ctx, list: List): Promise<Row[]> {
  const rows = await run<Row>(ctx, walked(list, sql`0`), { prepared: false })
  return rows.slice(0, list.limit)
}

/** Gathers all that fits, counted and sorted; only the count where it is more than `most`. */
export const gathered = ({ from, where, order, limit, columns, rows }: List, most = countedTo): SQL => {
  const [key, id] = [sql.raw('found.key'), sql.raw('found.id')]
  return sql`
    with found as materialized (
      select ${order.id} as id, ${order.key} as key from ${from} where ${and(...where) ?? sql`true`} limit ${sql.raw(String(most + 1))}
    )
    select ${columns}, page.key as "sortKey", counted.n as counted from (select count(*)::int as n from found) counted
    left join lateral (
      select * from found where ${and(sql`counted.n <= ${sql.raw(String(most))}`, order.startOf(key, id))}
      order by ${order.orderOf(key, id)} limit ${upTo(limit)}
    ) page on true
    left join ${rows} on ${order.id} = page.id
    order by ${order.orderOf(sql.raw('page.key'), sql.raw('page.id'))}`
}

/** A page in the order of its index. */
export const walked = ({ from, where, order, limit, columns, rows }: List, size: SQL): SQL => sql`
  select ${columns}, page.key as "sortKey", ${size} as counted from (
    select ${order.id} as id, ${order.key} as key from ${from} where ${and(...where, order.fromHere) ?? sql`true`}
    order by ${order.orderOf(order.key, order.id)} limit ${upTo(limit)}
  ) page join ${rows} on ${order.id} = page.id
  order by ${order.orderOf(sql.raw('page.key'), sql.raw('page.id'))}`

async function sizeOf(ctx: Ctx, size: SQL): Promise<number> {
  const [row] = await run<{ n: number }>(ctx, sql`select ${size} as n`, { prepared: false })
  return row?.n ?? 0
}

/** Rows of another table, at most, through which a filter finds what belongs to them by an index. */
const few = 5_000

/** Tells whether a query finds few rows: then a filter asks for what belongs to these, otherwise it is asked of each row of its list. */
export async function isFew(ctx: Ctx, rows: (most: SQL) => SQL): Promise<boolean> {
  const most = sql.raw(`limit ${few + 1}`)
  return (await sizeOf(ctx, sql`(select count(*) from (${rows(most)} ${most}) found)::int`)) <= few
}
