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
 * A page found among the next documents in the order, or undefined where too few of these fit. `within` is what the index of
 * the order can begin with; so many documents are read to count those that fit.
 */
export async function walked(
  ctx: Acting<ReadCtx>,
  where: SQL | undefined,
  order: Order,
  { limit, grants, within, countedIn }: Size & { within: SQL | undefined; countedIn: number | undefined },
): Promise<Page | undefined> {
  const documentsOfPage = sql`
    select ${columns}, key from (
      select *, ${order.key} as key from ${documents} where ${and(current, within, order.fromHere(order.key, id))}
      order by ${order.key} ${order.way}, ${id} ${order.way} limit ${walkedTo}
    ) documents where ${where} order by key ${order.way}, ${id} ${order.way} limit ${limit + 1}`
  const statement = withGrants(ctx, documentsOfPage, order, grants)
  const rows = await run<Row>(ctx, statement, { prepared: false })
  if (rows.length <= limit) return undefined
  return { rows, ...(await count(ctx, where, rows.length, countedIn)) }
}

/** How many fit: exactly where so many can be read, else more than were found among the first, and at least `shown`. */
async function count(
  ctx: ReadCtx,
  where: SQL | undefined,
  shown: number,
  countedIn: number | undefined,
): Promise<Total> {
  const from = countedIn
    ? sql`(select * from ${documents} where ${current} limit ${countedIn}) documents`
    : sql`${documents}`
  const statement = sql`select ${countedFrom(sql`1 from ${from} where ${where}`)} as found, ${tallied} as size`
  const [row] = await run<{ found: number; size: number }>(ctx, statement, { prepared: false })
  const { found, size } = row ?? { found: 0, size: 0 }
  const all = !countedIn || size <= countedIn || totalOf(found).totalIsMore
  return all ? totalOf(found) : moreThan(Math.max(found, shown))
}
