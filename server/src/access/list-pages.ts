import type { Total } from '@deedbox/contract/total.ts'
import { and, eq, like, type SQL, sql } from 'drizzle-orm'
import type { ReadCtx } from '../context/context.ts'
import { run } from '../db/named.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { totalOf } from '../db/total.ts'
import { anywhere } from '../platform/search.ts'
import type { Conditions, Where } from './list-conditions.ts'
import type { Order } from './list-order.ts'
import { grantIs, overGrants } from './visible.ts'

/** One row of a page: the id of a grant and what it is sorted by. */
export type Key = { id: string; sortKey: unknown }
/** `total` is missing where not all grants were read; `partial`: others may fit that were not read. */
export type Page = { keys: Key[]; total?: Total; partial?: true }

/** Each grant with its document, looked up by its id: joined in any other way, all documents would be read. */
export const withPlace = (place: SQL | undefined): SQL =>
  sql`cross join lateral (select * from ${documents} where ${and(eq(documents.id, documentAccess.documentId), place)} limit 1) documents`

/** Reads all grants of a condition (all there are without one), and sorts them. */
export async function gathered(
  ctx: Pick<ReadCtx, 'query'>,
  { place, rest }: Where,
  few: SQL | undefined,
  { key, orderBy, fromHere }: Order,
  limit: number,
): Promise<Page> {
  const source = few
    ? sql`(select * from ${documentAccess} where ${few} offset 0) document_access ${withPlace(place)}`
    : sql`${documentAccess} join ${documents} on ${and(eq(documents.id, documentAccess.documentId), place)}`
  const statement = sql`
    with found as materialized (
      select ${documentAccess.id} as id, ${documentAccess.documentId} as document_id,
        ${documentAccess.grantedAt} as granted_at, ${key} as sort_key,
        ${fromHere ?? sql`true`} as here
      from ${source} where ${rest ?? sql`true`}
    )
    select (select count(*) from found)::int as total, (select coalesce(json_agg(page), '[]') from (
      select id, sort_key as "sortKey" from found document_access where here
      order by ${orderBy(sql`sort_key`)} limit ${limit + 1}) page) as keys`
  const [row] = await run<{ total: number; keys: Key[] }>(ctx, statement, { prepared: false })
  return { keys: row?.keys ?? [], total: totalOf(row?.total ?? 0) }
}

/** So many grants, or documents, are read in the order of an index in search of a page; more for a long page. */
export const walkedTo = { grants: 5_000, documents: 1_000 }
const boundsFor = (limit: number): typeof walkedTo => ({
  grants: Math.max(walkedTo.grants, 10 * limit),
  documents: Math.max(walkedTo.documents, 2 * limit),
})

/** `visible`: the documents of the caller; `place` has besides what the words ask of the document. */
type Walk = { where: Where & { visible: SQL }; order: Order; limit: number; bounds: typeof walkedTo }

/** The first grants in an order that fit; where too few of those that are read fit, all of these, as a partial page. */
export async function walked(
  ctx: ReadCtx,
  conditions: Conditions,
  placed: string[],
  order: Order,
  limit: number,
  bounds = boundsFor(limit),
): Promise<Page> {
  const place = and(conditions.place, ...placed.map((word) => like(documents.searchText, anywhere(word))))
  const walk = {
    where: { place: place ?? sql`false`, rest: conditions.rest, visible: conditions.place },
    order,
    limit,
    bounds,
  }
  const parts = partsOf(ctx.now, conditions, walk)
  const rows = parts.map(({ rows }, part) => sql`(select *, ${part}::int as part from ${rows} read)`)
  const statement = sql`
    with read as materialized (${sql.join(rows, sql` union all `)})
    select (select coalesce(json_object_agg(part, n), '{}') from (select part, count(*) as n from read group by part) counted) as counts,
      (select coalesce(json_agg(page), '[]') from (
        select id, sort_key as "sortKey", part from read document_access
        order by ${order.orderBy(sql`sort_key`)} limit ${limit + 1}) page) as keys`
  const [found] = await run<{ counts: Record<number, number>; keys: Read[] }>(ctx, statement, {
    prepared: false,
  })
  const { counts = {}, keys = [] } = found ?? {}
  const isWhole = (part: number) => (counts[part] ?? 0) > limit
  if (keys.length > limit && parts.every((_, part) => isWhole(part))) return { keys }
  const flags = parts.map(({ unread }, part) => sql`${unread ?? sql`false`} as ${sql.identifier(`p${part}`)}`)
  const [more] = await run<Record<`p${number}`, boolean>>(ctx, sql`select ${sql.join(flags, sql`, `)}`, {
    prepared: false,
  })
  const short = parts.flatMap((part, n) => (more?.[`p${n}`] && !isWhole(n) ? [{ ...part, n }] : []))
  const certain = Math.min(
    keys.length,
    ...short.map((part) => certainUpTo(keys, part, order, counts[part.n] ?? 0)),
  )
  return certain > limit || short.length === 0 ? { keys } : { keys: keys.slice(0, certain), partial: true }
}

type Read = Key & { part: number }

/** How many of the keys surely come before all that a part has not read: those up to the last that it has, and all of earlier ranks. */
function certainUpTo(
  keys: Read[],
  { n, rank }: Part & { n: number },
  { isBefore }: Order,
  count: number,
): number {
  const own = keys.flatMap(({ part }, at) => (part === n ? [at] : []))
  if (own.length < count) return keys.length
  const upToLast = (own.at(-1) ?? -1) + 1
  if (rank === undefined) return upToLast
  return Math.max(upToLast, keys.filter(({ sortKey }) => isBefore(Number(sortKey), rank)).length)
}

/** Whether a walk has seen all grants. */
export async function isSmall(ctx: Pick<ReadCtx, 'query'>, bounds = walkedTo): Promise<boolean> {
  const more = (table: SQL, count: number) => sql`exists (select 1 from ${table} offset ${count})`
  const statement = sql`select not (${more(sql`${documentAccess}`, bounds.grants)} or ${more(sql`${documents}`, bounds.documents)}) as small`
  const [row] = await run<{ small: boolean }>(ctx, statement, { prepared: false })
  return row?.small ?? false
}

const ranks = ['active', 'expired', 'revoked'] as const
const stored = (status: (typeof ranks)[number]) => sql`${documentAccess.status} = ${sql.raw(`'${status}'`)}`

/** `unread`: whether there are more than were read. `rank`: the one status that all its rows have. */
type Part = { rows: SQL; unread?: SQL; rank?: number }

/** The walks whose rows together are the list's: those that have ended but are not marked yet are read apart. */
function partsOf(now: Date, { status, range }: Conditions, walk: Walk): Part[] {
  const { by, key, fromHere, fromRank } = walk.order
  if (by === 'documentTitle') return [byTitle(walk)]
  if (by === 'status')
    return ranks.flatMap((rank, n) => {
      const from = fromRank(n)
      const within = and(stored(rank), from)
      const marked = {
        ...byIndex(walk, { key: null, value: sql`${n}::bigint`, within }, grantIs(rank, now)),
        rank: n,
      }
      return rank === 'active'
        ? [marked]
        : [marked, unmarked(now, walk, sql`${n}::bigint`, and(grantIs(rank, now), from))]
    })
  // For these orders an index holds only those that are marked.
  const isMarked = (status === 'expired' || status === 'revoked') && (by === 'grantedAt' || by === 'endsAt')
  if (isMarked)
    return [
      byIndex(walk, { key, value: key, within: and(stored(status), fromHere) }),
      unmarked(now, walk, key, fromHere),
    ]
  return [byIndex(walk, { key, value: key, within: and(range, fromHere) })]
}

/** `key` is null where all rows have the same. */
type Index = { key: SQL | null; value: SQL; within: SQL | undefined }

function byIndex({ where, order, limit, bounds }: Walk, { key, value, within }: Index, also?: SQL): Part {
  const inOrder = (first: SQL | null) =>
    sql.join(
      [...(first ? [first] : []), ...order.ties].map((part) => sql`${part} ${order.way}`),
      sql`, `,
    )
  const read = sql`from ${documentAccess} where ${within ?? sql`true`} order by ${inOrder(key)}`
  return {
    rows: sql`(select ${documentAccess.id} as id, document_id, granted_at, sort_key from (
      select *, ${value} as sort_key ${read} limit ${bounds.grants}) document_access
    ${withPlace(where.place)} where ${and(where.rest, also) ?? sql`true`}
    order by ${inOrder(key && sql`sort_key`)} limit ${limit + 1})`,
    unread: sql`exists (select 1 ${read} offset ${bounds.grants})`,
  }
}

function unmarked(now: Date, { where, order, limit }: Walk, key: SQL, also: SQL | undefined): Part {
  const rows = sql`(select ${documentAccess.id} as id, document_id, granted_at, ${key} as sort_key
    from (${overGrants(now)}) document_access ${withPlace(where.place)}
    where ${and(where.rest, also) ?? sql`true`} order by ${order.orderBy(key)} limit ${limit + 1})`
  return { rows }
}

function byTitle({ where, order, limit, bounds }: Walk): Part {
  const { key, way, fromHere, fromDocument, orderBy } = order
  const read = sql`from ${documents} where ${and(where.visible, fromDocument) ?? sql`true`} order by ${key} ${way}, ${documents.id} ${way}`
  return {
    rows: sql`(select ${documentAccess.id} as id, document_id, granted_at, sort_key from (
      select *, ${key} as sort_key ${read} limit ${bounds.documents}) documents
    cross join lateral (select * from ${documentAccess} where ${documentAccess.documentId} = ${documents.id} offset 0) document_access
    where ${and(where.place, where.rest, fromHere) ?? sql`true`} order by ${orderBy(sql`sort_key`)} limit ${limit + 1})`,
    unread: sql`exists (select 1 ${read} offset ${bounds.documents})`,
  }
}
