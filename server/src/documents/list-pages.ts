import type { Total } from '@deedbox/contract/total.ts'
import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { columnsAs, type Granted, grantColumns, ownGrant } from '../access/find.ts'
import { notArchived, visibleTo } from '../access/visible.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { frozen, run } from '../db/named.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { documentSums } from '../db/tables/tallies.ts'
import { countedFrom, moreThan, totalOf } from '../db/total.ts'
import { listed } from './list-columns.ts'
import type { Order } from './list-order.ts'
import type { Listed } from './one.ts'

export type Row = Listed & (Granted | { grantId?: undefined }) & { key: string | number }
export type Page = Total & { rows: Row[] }

const columns = columnsAs(listed)
const id = frozen(sql`${documents.id}`)
export const current = isNull(documents.deletedAt)
/** Deleted documents as their index has them: also those that are not kept any more. */
export const deleted = and(isNotNull(documents.deletedAt), isNull(documents.contentRemovedAt))
/** How many there are, up to one more. */
export const atMost = (which: SQL | undefined, most: number): SQL =>
  sql`(select count(*) from (select 1 from ${documents} where ${which} limit ${most + 1}) counted)::int`
/** All documents that are not deleted, whoever asks, or those of them that are not archived. */
const tallied = (which: SQL) =>
  frozen(
    sql`(select coalesce(sum(${documentSums.n}), 0) from ${documentSums} where ${documentSums.what} = 'document' and ${which})::bigint`,
  )
const sizes = { all: tallied(sql`true`), unarchived: tallied(sql`${documentSums.status} <> 'archived'`) }

/** The usual sizes of pages are part of the statement: where a limit is a parameter, PostgreSQL plans a prepared statement each time. */
const usualSizes = [20, 25, 50, 100]
const upTo = (limit: number): SQL =>
  usualSizes.includes(limit) ? sql.raw(String(limit + 1)) : sql`${limit + 1}`

/** What people see who see everything: a page from the index of its order, and the tally. */
export async function allOf(
  ctx: Acting<ReadCtx>,
  order: Order,
  limit: number,
  hidesArchived: boolean,
): Promise<Page> {
  const size = hidesArchived ? sizes.unarchived : sizes.all
  const which = and(visibleTo(ctx.actor, ctx.now), hidesArchived ? notArchived : undefined)
  const statement = sql`
    select ${columns}, ${order.key} as key, ${size} as counted
    from ${documents} where ${and(which, order.fromHere(order.key, id))}
    order by ${order.key} ${order.way}, ${id} ${order.way} limit ${upTo(limit)}`
  const rows = await run<Row & { counted: number }>(ctx, statement, { prepared: true })
  return { rows, total: rows[0]?.counted ?? (await sizeOf(ctx, size)), totalIsMore: false }
}

/** How many documents there are that are not deleted. */
export const sizeOfAll = (ctx: ReadCtx): Promise<number> => sizeOf(ctx, sizes.all)

async function sizeOf(ctx: ReadCtx, size: SQL): Promise<number> {
  const [row] = await run<{ n: number }>(ctx, sql`select ${size} as n`, { prepared: false })
  return row?.n ?? 0
}

/** `grants`: with the reader's own grants. */
type Size = { limit: number; grants: boolean }
type Gather = { prepared: boolean; few?: boolean; among?: SQL; theirs?: Theirs | undefined }

/**
 * All documents that fit, counted and sorted: quick where few fit. With `prepared` it is planned once. `few`: so few that their
 * columns are read at once, which is quicker up to some hundred. `among`: these are read first, and no index of all documents.
 * `theirs`: an organisation's and the others apart, so that an index of the organisation and one of the filter meet.
 */
export async function gathered(
  ctx: Acting<ReadCtx>,
  where: SQL | undefined,
  order: Order,
  { limit, grants, prepared, few = false, among, theirs }: Size & Gather,
): Promise<Page> {
  const part = (which: SQL | undefined) => sql`select * from ${documents} where ${and(which, where)}`
  const source = theirs?.others
    ? sql`(${part(theirs.of)} union all ${part(theirs.others)}) documents`
    : among
      ? sql`(select * from ${documents} where ${among} offset 0) documents`
      : sql`${documents}`
  const from = order.fromHere(sql.raw('found.key'), sql.raw('found.id'))
  const found = sql`
    select found.* from (
      select ${few ? columns : id}, ${order.key} as key, (count(*) over ())::int as counted from ${source} where ${where}
    ) found ${from ? sql`where ${from}` : sql``}
    order by found.key ${order.way}, found.id ${order.way} limit ${upTo(limit)}`
  const page = few
    ? found
    : sql`select ${columns}, page.key, page.counted from (${found}) page join ${documents} on ${id} = page.id
        order by page.key ${order.way}, page.id ${order.way}`
  const rows = await run<Row & { counted: number }>(ctx, withGrants(ctx, page, order, grants), { prepared })
  if (rows.length > 0 || !from) return { rows, ...totalOf(rows[0]?.counted ?? 0) }
  // After the end of the list.
  const all = sql`select ${countedFrom(sql`1 from ${source} where ${where}`)} as counted`
  const [row] = await run<{ counted: number }>(ctx, all, { prepared: false })
  return { rows, ...totalOf(row?.counted ?? 0) }
}

/** A page with the reader's own grants, for people who see documents through them. */
const withGrants = (ctx: Acting<ReadCtx>, page: SQL, order: Order, grants: boolean): SQL =>
  grants
    ? sql`select documents.*, ${grantColumns} from (${page}) as documents left join ${documentAccess} on ${ownGrant(ctx)}
        order by documents.key ${order.way}, documents.id ${order.way}`
    : page

/** So many documents are read in the order of an index in search of a page; as many as it seems to take, where the first have a part of it. */
export const walkedTo = { first: 2_000, most: 30_000 }

/** How many documents to read in search of `wanted`, where `found` of `among` fit. */
export const walkFor = (wanted: number, found: number, among: number): number =>
  Math.ceil((1.4 * among * wanted) / (found || 1))

/**
 * The organisation whose documents a list has: their index begins with it and goes on by time. `others` are listed besides them,
 * so few that all are read.
 */
export type Theirs = { of: SQL; others: SQL | undefined; id: string }

export type Walk = {
  /** Which documents the index of the order has. */
  among: SQL | undefined
  /** What the index of the order can begin with. */
  within: SQL | undefined
  /** Other documents that are listed too, outside of these: so few that all are read. */
  beside?: SQL | undefined
  theirs: Theirs | undefined
  byTime: boolean
  /** Those that fit are counted among the first of the walk, if it begins at the beginning. */
  counts: boolean
  /** How many fit, where the tallies have it. */
  tallied: SQL | undefined
  /** So many documents are read to count those that fit: all, or some of more. */
  countedIn: { all: number; some: number }
  /** At most so many documents there are among these, or among those of `client`, which are counted then. */
  size: SQL | undefined
  client?: SQL | undefined
  /** So many are read first. */
  first: number
}

/** A page found among the next documents in the order, or undefined where too few of these fit and more follow. */
export async function walked(
  ctx: Acting<ReadCtx>,
  where: SQL | undefined,
  order: Order,
  { limit, grants, first, ...walk }: Size & Walk,
): Promise<Page | undefined> {
  const theirs = walk.byTime ? walk.theirs : undefined
  const others = walk.beside ?? theirs?.others
  const next = sql`key ${order.way}, ${id} ${order.way} limit ${limit + 1}`
  const fromHere = order.fromHere(order.key, id)
  const inOrder = sql`from ${documents} where ${and(walk.among, theirs?.of, walk.within, fromHere)}
      order by ${order.key} ${order.way}, ${id} ${order.way}`
  const documentsOf = (most: number) => sql`
    select ${columns}, key, (count(*) over ())::int as fit from (select *, ${order.key} as key ${inOrder} limit ${most}) documents
    where ${where} order by ${next}`
  const read = async (most: number) => {
    const page = others
      ? withOthers(documentsOf(most), and(others, where, fromHere), order, next)
      : documentsOf(most)
    const statement = withGrants(ctx, page, order, grants)
    const rows = await run<Row & { fit: number; walked?: number; fits?: number }>(ctx, statement, {
      prepared: false,
    })
    const [row] = rows
    return { rows, found: row?.walked ?? rows.length, fit: row?.fits ?? row?.fit ?? 0 }
  }
  const isEnd = async (most: number) => {
    const more = sql`select exists (select 1 ${inOrder} offset ${most}) as more`
    const [row] = await run<{ more: boolean }>(ctx, more, { prepared: false })
    return row?.more === false
  }
  const counts = walk.counts && !fromHere
  let most = first
  let { rows, found, fit } = await read(most)
  if (found <= limit && !(await isEnd(most))) {
    most = walkFor(limit + 1, found, most)
    if (most > walkedTo.most) return undefined
    ;({ rows, found, fit } = await read(most))
    if (found <= limit && !(await isEnd(most))) return undefined
  }
  return { rows, ...(await count(ctx, where, rows.length, walk, counts ? sql`${fit}::int` : undefined)) }
}

/** A walk and others in their places: a page only where the walk, which has found `walked`, has one by itself. */
const withOthers = (walk: SQL, others: SQL | undefined, { key }: Order, next: SQL): SQL => sql`
  with walk as materialized (${walk})
  select documents.*, (select count(*) from walk)::int as walked, (select coalesce(max(fit), 0) from walk) as fits from (
    select * from walk union all select ${columns}, ${key} as key, 0 as fit from ${documents} where ${others}
  ) documents order by ${next}`

/**
 * How many fit: exactly where a tally has it or so many can be read, else more than were found among some, and at least `shown`.
 * `known`: how many fit of those, or of more.
 */
async function count(
  ctx: ReadCtx,
  where: SQL | undefined,
  shown: number,
  { among, theirs, tallied: exact, countedIn, size, client }: Omit<Walk, 'first'>,
  known?: SQL,
): Promise<Total> {
  const newest = sql`order by ${documents.createdAt} desc, ${id} desc`
  const some = theirs ? sql`${and(among, theirs.of)} ${newest}` : and(among, client)
  const most = sql`case when ${size ?? sizes.all} > ${countedIn.all} then ${countedIn.some}::int else ${countedIn.all}::int end`
  const found = sql`(select count(*) from (select * from ${documents} where ${some} limit ${most}) documents where ${where})`
  const others = theirs?.others
    ? countedFrom(sql`1 from ${documents} where ${and(theirs.others, where)}`)
    : sql`0`
  const statement = sql`select ${exact ?? known ?? found}::bigint as found, ${others} as others, ${size ?? sizes.all} as size`
  const [row] = await run<{ found: number; others: number; size: number }>(ctx, statement, {
    prepared: false,
  })
  const counted = row ?? { found: 0, others: 0, size: 0 }
  const total = counted.found + counted.others
  if (exact) return { total, totalIsMore: false }
  return counted.size <= countedIn.all ? totalOf(total) : moreThan(Math.max(total, shown))
}
