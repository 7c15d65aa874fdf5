import type { listClients as endpoint } from '@deedbox/contract/clients.ts'
import { usualDirection } from '@deedbox/contract/sorts.ts'
import { and, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { clientKey } from '../../db/client-key.ts'
import { run } from '../../db/named.ts'
import { clients, documents } from '../../db/tables/documents.ts'
import { countedFrom, totalOf } from '../../db/total.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { carried, fromCursor, shapeOf, toCursor } from '../../platform/cursor.ts'
import { newestSeen, seesEveryDocument, visibleTo } from '../../policy/visible.ts'
import { matching } from './suggest.ts'

type Row = {
  key: string
  name: string
  counted: number
  last: Date | string
  sortKey: string | number | Date
}

const sorts = {
  name: { type: 'text', cursor: carried.text },
  total: { type: 'bigint', cursor: carried.number },
  lastUploadedAt: { type: 'timestamptz', cursor: carried.instant },
} as const

/**
 * Lists all clients of documents that the caller handles, by default in alphabetical order.
 * @throws Refusal 'invalid-input' for a cursor of another list.
 */
export async function listClients(
  ctx: Acting<ReadCtx>,
  { search, sort, direction = usualDirection(sort), cursor, limit }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const { actor, now } = ctx
  const shape = shapeOf('clients', search, sort, direction)
  const after = cursor && fromCursor(cursor, z.tuple([z.literal(shape), sorts[sort].cursor, carried.text]))
  const key = clientKey(sql`${documents.clientName}`)
  const visible = and(visibleTo(actor, now), newestSeen(actor, now), sql`${documents.clientName} is not null`)
  const ofClient = sql`${key} = clients.key and ${visible}`
  const way = sql.raw(direction)
  const from =
    after === undefined || after === ''
      ? undefined
      : sql`(sort_key, key) ${sql.raw(direction === 'asc' ? '>' : '<')} (${after[1]}::${sql.raw(sorts[sort].type)}, ${after[2]})`
  // The order comes first, so that only the documents of a page are looked up.
  const page = sql`
    select clients.key, clients.sort_key, newest.name, newest.last
    from (select key, sort_key from (${inOrder(ctx, sort, search, visible)}) clients where ${and(sql`key <> ''`, from)} order by sort_key ${way}, key ${way}) clients
    cross join lateral (
      select ${documents.clientName} as name, ${documents.createdAt} as last from ${documents} where ${ofClient}
      order by ${documents.createdAt} desc, ${documents.id} desc limit 1
    ) newest
    order by sort_key ${way}, key ${way} limit ${limit + 1}`
  const statement = sql`
    select clients.key, clients.sort_key as "sortKey", name, last, ${countedFrom(sql`1 from ${documents} where ${ofClient}`)} as counted
    from (${page}) clients order by sort_key ${way}, key ${way}`
  const rows = await run<Row>(ctx, statement, { prepared: false })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    clients: shown.map(({ name, counted, last }) => ({
      name,
      ...totalOf(counted),
      lastUploadedAt: new Date(last).toISOString(),
    })),
    nextCursor: last ? toCursor([shape, carriedOf(sort, last.sortKey), last.key]) : null,
  }
}

const carriedOf = (sort: keyof typeof sorts, key: Row['sortKey']) =>
  sort === 'total' ? Number(key) : sort === 'lastUploadedAt' ? new Date(key).toISOString() : key

/** Keys of clients with what they are sorted by. By name they are read from their table, a page at a time; otherwise all their documents are counted. */
function inOrder(
  ctx: Acting<ReadCtx>,
  sort: keyof typeof sorts,
  search: string,
  visible: SQL | undefined,
): SQL {
  const key = clientKey(sql`${documents.clientName}`)
  const words = sql`' ' || translate(${key}, '-/(&', '    ')`
  if (sort === 'name' && seesEveryDocument(ctx.actor, ctx.now))
    return sql`select key, key as sort_key from ${clients} where ${matching(sql`${clients.words}`, search) ?? sql`true`}`
  const by = { name: key, total: sql`count(*)`, lastUploadedAt: sql`max(${documents.createdAt})` }[sort]
  return sql`select ${key} as key, ${by} as sort_key from ${documents} where ${and(visible, matching(words, search))} group by 1`
}
