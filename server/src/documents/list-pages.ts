import type { Total } from '@deedbox/contract/total.ts'
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { columnsAs, type Granted, grantColumns, ownGrant } from '../access/find.ts'
import { visibleTo } from '../access/visible.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { frozen, run } from '../db/named.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { tallies } from '../db/tables/tallies.ts'
import { countedFrom, moreThan, totalOf } from '../db/total.ts'
import { listed } from './list-columns.ts'
import type { Order } from './list-order.ts'
import type { Listed } from './one.ts'

export type Row = Listed & (Granted | { grantId?: undefined }) & { key: string | number }
export type Page = Total & { rows: Row[] }

const columns = columnsAs(listed)
const id = frozen(sql`${documents.id}`)
const current = isNull(documents.deletedAt)
/** All documents that are not deleted, whoever asks. */
const tallied = frozen(
  sql`(select coalesce(sum(${tallies.n}), 0) from ${tallies} where ${tallies.what} = 'document')::bigint`,
)

/** What people see who see everything: a page from the index of its order, and the tally. */
export async function allOf(ctx: Acting<ReadCtx>, order: Order, limit: number): Promise<Page> {
  const statement = sql`
    select ${columns}, ${order.key} as key, ${tallied} as counted
    from ${documents} where ${and(visibleTo(ctx.actor, ctx.now), order.fromHere(order.key, id))}
    order by ${order.key} ${order.way}, ${id} ${order.way} limit ${limit + 1}`
  const rows = await run<Row & { counted: number }>(ctx, statement, { prepared: true })
  return { rows, total: rows[0]?.counted ?? (await sizeOf(ctx)), totalIsMore: false }
}

async function sizeOf(ctx: ReadCtx): Promise<number> {
  const [row] = await run<{ n: number }>(ctx, sql`select ${tallied} as n`, { prepared: false })
  return row?.n ?? 0
}

/** `grants`: with the reader's own grants. */
type Size = { limit: number; grants: boolean }

/**
 * All documents that fit, counted and sorted: quick where few fit. With `prepared` it is planned once. `few`: so few that their
 * columns are read at once, which is quicker up to some hundred.
 */
export async function gathered(
  ctx: Acting<ReadCtx>,
  where: SQL | undefined,
  order: Order,
  { limit, grants, prepared, few = false }: Size & { prepared: boolean; few?: boolean },
): Promise<Page> {
  const from = order.fromHere(sql.raw('found.key'), sql.raw('found.id'))
  const found = sql`
    select found.* from (
      select ${few ? columns : id}, ${order.key} as key, (count(*) over ())::int as counted from ${documents} where ${where}
    ) found ${from ? sql`where ${from}` : sql``}
    order by found.key ${order.way}, found.id ${order.way} limit ${limit + 1}`
  const page = few
    ? found
    : sql`select ${columns}, page.key, page.counted from (${found}) page join ${documents} on ${id} = page.id
        order by page.key ${order.way}, page.id ${order.way}`
  const rows = await run<Row & { counted: number }>(ctx, withGrants(ctx, page, order, grants), { prepared })
  if (rows.length > 0 || !from) return { rows, ...totalOf(rows[0]?.counted ?? 0) }
  // After the end of the list.
  const all = sql`select ${countedFrom(sql`1 from ${documents} where ${where}`)} as counted`
  const [row] = await run<{ counted: number }>(ctx, all, { prepared: false })
  return { rows, ...totalOf(row?.counted ?? 0) }
}

/** A page with the reader's own grants, for people who see documents through them. */
const withGrants = (ctx: Acting<ReadCtx>, page: SQL, order: Order, grants: boolean): SQL =>
  grants
    ? sql`select documents.*, ${grantColumns} from (${page}) as documents left join ${documentAccess} on ${ownGrant(ctx)}
        order by documents.key ${order.way}, documents.id ${order.way}`
    : page

/** So many documents are read in the order of an index in search of a page. */
const walkedTo = 4_000

/**
 * The organisation whose documents a list has: their index begins with it and goes on by time. `others` are listed besides them,
 * so few that all are read. `size` is how many the organisation has.
 */
export type Theirs = { of: SQL; others: SQL | undefined; size: SQL }

/** `within`: what the index of the order can begin with. `countedIn`: so many documents are read to count those that fit. */
type Walk = {
  within: SQL | undefined
  theirs: Theirs | undefined
  byTime: boolean
  plain: boolean
  countedIn: number | undefined
}

/** A page found among the next documents in the order, or undefined where too few of these fit. */
export async function walked(
  ctx: Acting<ReadCtx>,
  where: SQL | undefined,
  order: Order,
  { limit, grants, ...walk }: Size & Walk,
): Promise<Page | undefined> {
  const theirs = walk.byTime ? walk.theirs : undefined
  const next = sql`key ${order.way}, ${id} ${order.way} limit ${limit + 1}`
  const fromHere = order.fromHere(order.key, id)
  const documentsOfWalk = sql`
    select ${columns}, key from (
      select *, ${order.key} as key from ${documents} where ${and(current, theirs?.of ?? walk.within, fromHere)}
      order by ${order.key} ${order.way}, ${id} ${order.way} limit ${walkedTo}
    ) documents where ${where} order by ${next}`
  const page = theirs?.others
    ? withOthers(documentsOfWalk, and(theirs.others, where, fromHere), order, next)
    : documentsOfWalk
  const statement = withGrants(ctx, page, order, grants)
  const rows = await run<Row & { walked?: number }>(ctx, statement, { prepared: false })
  if ((rows[0]?.walked ?? rows.length) <= limit) return undefined
  return { rows, ...(await count(ctx, where, rows.length, walk)) }
}

/** A walk and others in their places: a page only where the walk, which has found `walked`, has one by itself. */
const withOthers = (walk: SQL, others: SQL | undefined, { key }: Order, next: SQL): SQL => sql`
  with walk as materialized (${walk})
  select documents.*, (select count(*) from walk)::int as walked from (
    select * from walk union all select ${columns}, ${key} as key from ${documents} where ${others}
  ) documents order by ${next}`

/** How many fit: exactly where a tally has it or so many can be read, else more than were found among some, and at least `shown`. */
async function count(
  ctx: ReadCtx,
  where: SQL | undefined,
  shown: number,
  { theirs, plain, countedIn }: Walk,
): Promise<Total> {
  const newest = sql`order by ${documents.createdAt} desc, ${id} desc`
  const some = theirs ? sql`${and(current, theirs.of)} ${newest}` : current
  const from = countedIn
    ? sql`(select * from ${documents} where ${some} limit ${countedIn}) documents`
    : sql`${documents}`
  const found = theirs && plain ? sql`0` : countedFrom(sql`1 from ${from} where ${where}`)
  const others = theirs?.others
    ? countedFrom(sql`1 from ${documents} where ${and(theirs.others, where)}`)
    : sql`0`
  const statement = sql`select ${found} as found, ${others} as others, ${theirs?.size ?? tallied} as size`
  const [row] = await run<{ found: number; others: number; size: number }>(ctx, statement, {
    prepared: false,
  })
  const counted = row ?? { found: 0, others: 0, size: 0 }
  if (theirs && plain) return { total: counted.size + counted.others, totalIsMore: false }
  const sum = counted.found + (countedIn ? counted.others : 0)
  const all = !countedIn || counted.size <= countedIn || totalOf(sum).totalIsMore
  return all ? totalOf(sum) : moreThan(Math.max(sum, shown))
}
