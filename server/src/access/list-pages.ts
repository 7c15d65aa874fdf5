import type { Total } from '@deedbox/contract/total.ts'
import { and, eq, like, type SQL, sql } from 'drizzle-orm'
import type { ReadCtx } from '../context/context.ts'
import { run } from '../db/named.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { totalOf } from '../db/total.ts'
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
  const place = and(conditions.place, ...placed.map((word) => like(documents.searchText, word)))
  const walk = {
    where: { place: place ?? sql`false`, rest: conditions.rest, visible: conditions.place },
    order,
    limit,
    bounds,
  }
  const parts = partsOf(ctx.now, conditions, walk)
  const rows = parts.map(({ rows }) => rows)
  const statement = sql`select id, sort_key as "sortKey"
    from (${sql.join(rows, sql` union all `)}) document_access
    order by ${order.orderBy(sql`sort_key`)} limit ${limit + 1}`
  const keys = await run<Key>(ctx, statement, { prepared: false })
  if (keys.length > limit) return { keys }
  const unread = parts.flatMap(({ unread }) => unread ?? [])
  const [row] = await run<{ more: boolean }>(ctx, sql`select ${sql.join(unread, sql` or `)} as more`, {
    prepared: false,
  })
  return row?.more ? { keys, partial: true } : { keys }
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

/** `unread`: whether there are more than were read. */
type Part = { rows: SQL; unread?: SQL }

/** The walks whose rows together are the list's: those that have ended but are not marked yet are read apart. */
function partsOf(now: Date, { status, range }: Conditions, walk: Walk): Part[] {
  const { by, key, fromHere, fromRank } = walk.order
  if (by === 'documentTitle') return [byTitle(walk)]
  if (by === 'status')
    return ranks.flatMap((rank, n) => {
      const from = fromRank(n)
      const marked = byIndex(
        walk,
        { key: null, value: sql`${n}::bigint`, within: and(stored(rank), from) },
        grantIs(rank, now),
      )
      return rank === 'active'
        ? [marked]
        : [marked, unmarked(now, walk, sql`${n}::bigint`, and(grantIs(rank, now), from))]
    })
  // For these orders an index holds only those that are marked.
  if (status === 'expired' || (status === 'revoked' && by === 'grantedAt'))
    if (by === 'grantedAt' || by === 'endsAt')
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
