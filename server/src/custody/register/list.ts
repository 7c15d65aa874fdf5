import {
  type findPacketByNumber as ByNumber,
  type listPackets as endpoint,
  type PacketFilter,
  readPacketNumber,
} from '@deedbox/contract/custody.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import { setFilters } from '@deedbox/contract/filters.ts'
import type { packetSorts } from '@deedbox/contract/sorts.ts'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { readPage } from '../../db/list.ts'
import { byTime, type Sort, sorted } from '../../db/sorted.ts'
import { movements, packets } from '../../db/tables/custody.ts'
import { matters } from '../../db/tables/matters.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { Refusal } from '../../platform/errors.ts'
import { contains, wordsOf } from '../../platform/search.ts'
import { packetsVisibleTo } from '../../policy/custody.ts'
import { toPackets } from './read.ts'

const sorts: Record<(typeof packetSorts)[number], Sort> = {
  number: { key: sql`${packets.number}`, type: 'bigint' },
  createdAt: byTime(packets.createdAt),
}

/** Packets whose last entry, which says where they are, is one of these. */
const whose = (entries: SQL | undefined): SQL =>
  sql`${packets.standingId} in (select id from ${movements} where ${entries})`

type State = Exclude<NonNullable<PacketFilter['packetState']>, 'all'>
const states: Record<State, (today: string) => SQL> = {
  held: () => sql`${movements.kind} <> 'out'`,
  out: () => sql`(${movements.kind} = 'out' and ${movements.expectedOn} is not null)`,
  overdue: (today) => sql`(${movements.kind} = 'out' and ${movements.expectedOn} < ${today}::date)`,
  given_back: () => sql`(${movements.kind} = 'out' and ${movements.expectedOn} is null)`,
}

/** A value without 'all', which is no filter. */
type Value<N extends keyof PacketFilter> = Exclude<NonNullable<PacketFilter[N]>, 'all'>
const conditions: {
  [N in keyof PacketFilter]-?: (value: Value<N>, today: string) => SQL | undefined
} = {
  // Each word in the number or seal, or in the name of the matter, which whoever sees the packet sees too.
  search: (text) =>
    and(
      ...wordsOf(text).map((word) =>
        or(
          contains(packets.searchText, word),
          sql`${packets.matterId} in (select id from ${matters} where ${contains(matters.searchText, word)})`,
        ),
      ),
    ),
  packetState: (state, today) => whose(states[state](today)),
  matter: (id) => eq(packets.matterId, id),
  place: (id) => whose(eq(movements.placeId, id)),
  holder: (id) => whose(eq(movements.holderId, id)),
}

export const packetsIn = ({ now, settings }: ReadCtx, filter: PacketFilter): (SQL | undefined)[] =>
  (setFilters(filter) as [keyof PacketFilter, never][]).map(([name, value]) =>
    conditions[name](value, dayOf(now, settings.timeZone)),
  )

/** Packets that the reader sees, the newest number first, paged by key. @throws Refusal 'invalid-input' for a cursor of another list. */
export async function listPackets(
  ctx: Acting<ReadCtx>,
  { sort, direction, cursor, limit, ...filter }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const order = sorted(sorts, { sort, direction, cursor, shape: shapeOf('packets', filter) }, packets.id)
  const { rows, ...page } = await readPage<{ id: string }>(ctx, {
    from: sql`${packets}`,
    where: [packetsVisibleTo(ctx.actor, ctx.now), ...packetsIn(ctx, filter)],
    order,
    limit,
    columns: sql`${packets.id} as id`,
    rows: sql`${packets}`,
  })
  const ids = rows.map(({ id }) => id)
  const found = await ctx.tx.select().from(packets).where(inArray(packets.id, ids))
  const byId = new Map(found.map((row) => [row.id, row]))
  return {
    packets: await toPackets(
      ctx,
      ids.flatMap((id) => byId.get(id) ?? []),
    ),
    ...page,
  }
}

/** Finds a packet by what its label says or its code holds. @throws Refusal 'packet-not-found' */
export async function findPacketByNumber(
  { tx, actor, now }: Acting<ReadCtx>,
  text: string,
): Promise<Answer<typeof ByNumber>> {
  const number = readPacketNumber(text)
  const seen = and(eq(packets.number, number ?? 0), packetsVisibleTo(actor, now))
  const [row] = number ? await tx.select({ id: packets.id }).from(packets).where(seen) : []
  if (!row) throw new Refusal('packet-not-found')
  return { packetId: row.id }
}
