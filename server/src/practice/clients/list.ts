import type { listClients as endpoint } from '@deedbox/contract/clients.ts'
import { and, sql } from 'drizzle-orm'
import { z } from 'zod'
import { clientKey } from '../../db/client-key.ts'
import { run } from '../../db/named.ts'
import { clients, documents } from '../../db/tables/documents.ts'
import { countedFrom, totalOf } from '../../db/total.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { carried, fromCursor, shapeOf, toCursor } from '../../platform/cursor.ts'
import { seesEveryDocument, visibleTo } from '../../policy/visible.ts'
import { matching } from './suggest.ts'

type Row = { key: string; name: string; counted: number; last: Date | string }

/**
 * Lists all clients of documents that the caller handles, in alphabetical order.
 * @throws Refusal 'invalid-input' for a cursor of another list.
 */
export async function listClients(
  ctx: Acting<ReadCtx>,
  { search, cursor, limit }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const { actor, now } = ctx
  const shape = shapeOf('clients', search)
  const after = cursor && fromCursor(cursor, z.tuple([z.literal(shape), carried.text]))[1]
  const key = clientKey(sql`${documents.clientName}`)
  const visible = and(visibleTo(actor, now), sql`${documents.clientName} is not null`)
  const newest = sql`order by ${documents.createdAt} desc, ${documents.id} desc`
  // People who see few documents have few clients; those of all others are read from their table, a page at a time.
  const source = seesEveryDocument(actor, now)
    ? sql`${clients}`
    : sql`(select distinct ${key} as key, ' ' || translate(${key}, '-/(&', '    ') as words from ${documents} where ${visible}) clients`
  const ofClient = sql`${key} = clients.key and ${visible}`
  const from = after === undefined ? undefined : sql`clients.key > ${after}`
  const here = and(sql`clients.key <> ''`, matching(sql`clients.words`, search), from)
  // The order comes first, so that only the documents of a page are looked up.
  const page = sql`
    select clients.key, newest.name, newest.last
    from (select key from ${source} where ${here} order by clients.key) clients cross join lateral (
      select ${documents.clientName} as name, ${documents.createdAt} as last from ${documents} where ${ofClient} ${newest} limit 1
    ) newest
    order by clients.key limit ${limit + 1}`
  const statement = sql`
    select clients.*, ${countedFrom(sql`1 from ${documents} where ${ofClient}`)} as counted from (${page}) clients order by clients.key`
  const rows = await run<Row>(ctx, statement, { prepared: false })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    clients: shown.map(({ name, counted, last }) => ({
      name,
      ...totalOf(counted),
      lastUploadedAt: new Date(last).toISOString(),
    })),
    nextCursor: last ? toCursor([shape, last.key]) : null,
  }
}
