import {
  packetNumber,
  placeText,
  readPacketNumber,
  type ScanOutcome,
} from '@deedbox/contract/custody-terms.ts'
import type * as contract from '@deedbox/contract/stock-takes.ts'
import type { StockTake, StockTakeScan } from '@deedbox/contract/stock-takes.ts'
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { run } from '../../db/named.ts'
import { movements, packets, places, stockTakeScans, stockTakes } from '../../db/tables/custody.ts'
import { matters } from '../../db/tables/matters.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { fromCursor, toCursor } from '../../platform/cursor.ts'
import { Refusal } from '../../platform/errors.ts'
import { lockPacket, packetsVisibleTo } from '../../policy/custody.ts'
import { keepsMatters, mayKeep } from '../../policy/matters.ts'
import { peopleNamed, placesNamed } from '../register/named.ts'
import { record } from '../register/record.ts'

type Stored = typeof stockTakes.$inferSelect
type StoredScan = typeof stockTakeScans.$inferSelect

/** Number of stock-takes that the list shows, and of packets that are named as not seen. */
const shown = { stockTakes: 50, missing: 200 }

/** @throws Refusal 'not-allowed' */
export async function listStockTakes(ctx: Acting<ReadCtx>): Promise<Answer<typeof contract.listStockTakes>> {
  mayKeep(ctx.actor)
  const rows = await ctx.tx
    .select()
    .from(stockTakes)
    .orderBy(desc(stockTakes.begunAt), desc(stockTakes.id))
    .limit(shown.stockTakes)
  return { stockTakes: await toStockTakes(ctx, rows) }
}

/** @throws Refusal 'not-allowed', 'place-not-found' */
export async function beginStockTake(
  ctx: Acting<WriteCtx>,
  { placeIds }: Input<typeof contract.beginStockTake>['body'],
): Promise<Answer<typeof contract.beginStockTake>> {
  mayKeep(ctx.actor)
  const ids = [...new Set(placeIds)]
  if ((await ctx.tx.$count(places, inArray(places.id, ids))) !== ids.length)
    throw new Refusal('place-not-found')
  const [row] = await ctx.tx
    .insert(stockTakes)
    .values({ placeIds: ids, begunAt: ctx.now, begunBy: ctx.actor.id })
    .returning()
  if (!row) throw new Error('A stock-take was not inserted')
  const stockTake = await toStockTake(ctx, row)
  await ctx.audit({
    event: 'custody_stock_take_begun',
    details: { stockTakeId: row.id, places: stockTake.places.join('; ') || 'everything' },
  })
  return { stockTake }
}

/** @throws Refusal 'stock-take-not-found' */
export async function getStockTake(
  ctx: Acting<ReadCtx>,
  stockTakeId: string,
  { cursor, limit }: Input<typeof contract.getStockTake>['query'],
): Promise<Answer<typeof contract.getStockTake>> {
  const row = await find(ctx, stockTakeId, false)
  const after = cursor === undefined ? null : fromCursor(cursor, z.tuple([z.iso.datetime(), z.uuid()]))
  const { at, id } = stockTakeScans
  const rows = await ctx.tx
    .select()
    .from(stockTakeScans)
    .where(
      and(
        eq(stockTakeScans.stockTakeId, stockTakeId),
        sql`${stockTakeScans.outcome} <> 'missing'`,
        after ? sql`(${at}, ${id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const unseen = await ctx.tx
    .select({ id: packets.id })
    .from(packets)
    .innerJoin(movements, eq(movements.id, packets.standingId))
    .where(row.endedAt ? wasMissing(row) : expected(ctx, row, true))
    .orderBy(packets.number)
    .limit(shown.missing)
  const named = await packetsNamed(ctx, [
    ...page.map(({ packetId }) => packetId),
    ...unseen.map((one) => one.id),
  ])
  return {
    stockTake: await toStockTake(ctx, row),
    scans: await toScans(ctx, page, named),
    missing: unseen.flatMap((one) => named.get(one.id) ?? []),
    nextCursor: last ? toCursor([last.at.toISOString(), last.id]) : null,
  }
}

/**
 * Records a scan. The packet is sighted by it, in the same transaction; the same scan again, and another one of the same packet, answer what was recorded.
 * @throws Refusal 'stock-take-not-found', 'stock-take-ended', 'place-not-found'
 */
export async function scanPacket(
  ctx: Acting<WriteCtx>,
  stockTakeId: string,
  { id, code, placeId }: Input<typeof contract.scanPacket>['body'],
): Promise<Answer<typeof contract.scanPacket>> {
  const stockTake = await find(ctx, stockTakeId, true)
  const number = readPacketNumber(code)
  const seen = and(eq(packets.number, number ?? 0), packetsVisibleTo(ctx.actor, ctx.now))
  const [found] = number ? await ctx.tx.select({ id: packets.id }).from(packets).where(seen) : []
  const same = found ? eq(stockTakeScans.packetId, found.id) : eq(stockTakeScans.id, id)
  const [before] = await ctx.tx
    .select()
    .from(stockTakeScans)
    .where(and(eq(stockTakeScans.stockTakeId, stockTakeId), same))
  let row = before
  if (!row) {
    if (stockTake.endedAt) throw new Refusal('stock-take-ended')
    if (placeId && (await ctx.tx.$count(places, eq(places.id, placeId))) === 0)
      throw new Refusal('place-not-found')
    const outcome = found ? await sight(ctx, found.id, stockTake, placeId) : 'unknown'
    const [inserted] = await ctx.tx
      .insert(stockTakeScans)
      .values({
        ...{ id, stockTakeId, placeId, outcome, packetId: found?.id ?? null },
        ...{ code: found ? '' : code, at: ctx.now, byId: ctx.actor.id },
      })
      // An id of another stock-take's scan is nobody's mistake but the device's.
      .onConflictDoNothing()
      .returning()
    if (!inserted) throw new Refusal('stock-take-not-found')
    row = inserted
  }
  await ctx.audit({
    event: 'custody_scanned',
    details: {
      stockTakeId,
      packet: found && number ? packetNumber(number) : null,
      outcome: row.outcome.replaceAll('_', ' '),
      again: before !== undefined,
    },
  })
  const [scan] = await toScans(ctx, [row], await packetsNamed(ctx, [row.packetId]))
  if (!scan) throw new Error('A scan is gone')
  return { scan }
}

/** Sights a packet that is in the practice, and tells whether it is where it is recorded and was looked for. */
async function sight(
  ctx: Acting<WriteCtx>,
  packetId: string,
  { placeIds }: Stored,
  placeId: string | null,
): Promise<ScanOutcome> {
  const packet = await lockPacket(ctx, packetId)
  const [now] = await ctx.tx
    .select()
    .from(movements)
    .where(eq(movements.id, packet.standingId ?? ''))
  if (!now || now.kind === 'out') return 'not_expected'
  await record(ctx, packet, { kind: 'sighted', reason: 'Stock-take' })
  const elsewhere = placeId !== null && placeId !== now.placeId
  const notHere = placeIds.length > 0 && !placeIds.includes(now.placeId ?? '')
  return elsewhere || notHere ? 'wrong_place' : 'found'
}

/** Ends a stock-take, and writes down what was not seen. @throws Refusal 'stock-take-not-found', 'stock-take-ended' */
export async function endStockTake(
  ctx: Acting<WriteCtx>,
  stockTakeId: string,
): Promise<Answer<typeof contract.endStockTake>> {
  const before = await find(ctx, stockTakeId, true)
  if (before.endedAt) throw new Refusal('stock-take-ended')
  await ctx.tx.execute(sql`
    insert into stock_take_scans (id, stock_take_id, packet_id, outcome, at, by_id)
    select gen_random_uuid(), ${stockTakeId}::uuid, ${packets.id}, 'missing', ${ctx.now.toISOString()}::timestamptz, ${ctx.actor.id}::uuid
    from ${packets} join ${movements} on ${movements.id} = ${packets.standingId} where ${expected(ctx, before, true)}`)
  const [row] = await ctx.tx
    .update(stockTakes)
    .set({ endedAt: ctx.now, endedBy: ctx.actor.id })
    .where(eq(stockTakes.id, stockTakeId))
    .returning()
  if (!row) throw new Error('A stock-take is gone')
  const stockTake = await toStockTake(ctx, row)
  const { found, wrongPlace, missing } = stockTake
  await ctx.audit({
    event: 'custody_stock_take_ended',
    details: { stockTakeId, found, elsewhere: wrongPlace, missing },
  })
  return { stockTake }
}

/** Finds a stock-take; a scan and the end of one wait for each other. @throws Refusal 'stock-take-not-found', also for whoever does not keep matters */
async function find({ tx, actor }: Acting<ReadCtx>, id: string, lock: boolean): Promise<Stored> {
  const query = tx.select().from(stockTakes).where(eq(stockTakes.id, id))
  const [row] = keepsMatters(actor) ? await (lock ? query.for('update') : query) : []
  if (!row) throw new Refusal('stock-take-not-found')
  return row
}

/** Condition: a packet, with its last entry, is in the practice and looked for; `unseen`: and was not scanned. */
function expected(
  { actor, now }: Acting<ReadCtx>,
  { id, placeIds }: Stored,
  unseen: boolean,
): SQL | undefined {
  return and(
    sql`${movements.kind} <> 'out'`,
    placeIds.length > 0 ? inArray(movements.placeId, placeIds) : undefined,
    packetsVisibleTo(actor, now),
    unseen
      ? sql`not exists (select from stock_take_scans s where s.stock_take_id = ${id} and s.packet_id = ${packets.id})`
      : undefined,
  )
}

const wasMissing = ({ id }: Stored): SQL =>
  sql`${packets.id} in (select packet_id from stock_take_scans where stock_take_id = ${id} and outcome = 'missing')`

async function toStockTake(ctx: Acting<ReadCtx>, row: Stored): Promise<StockTake> {
  const [stockTake] = await toStockTakes(ctx, [row])
  if (!stockTake) throw new Error('A stock-take is gone')
  return stockTake
}

async function toStockTakes(ctx: Acting<ReadCtx>, rows: Stored[]): Promise<StockTake[]> {
  const people = await peopleNamed(
    ctx,
    rows.flatMap(({ begunBy, endedBy }) => [begunBy, endedBy]),
  )
  const named = await placesNamed(
    ctx,
    rows.flatMap(({ placeIds }) => placeIds),
  )
  const counts = await run<{ id: string; outcome: ScanOutcome; n: number }>(
    ctx,
    sql`select stock_take_id as id, outcome, count(*)::int as n from stock_take_scans
      where stock_take_id = any(${`{${rows.map(({ id }) => id).join(',')}}`}::uuid[]) group by 1, 2`,
    { prepared: false },
  )
  const open = rows.filter(({ endedAt }) => endedAt === null)
  const unseen = await run<{ id: string; n: number }>(
    ctx,
    open.length === 0
      ? sql`select null as id, 0 as n where false`
      : sql.join(
          open.map(
            (row) => sql`select ${row.id}::text as id, (select count(*)::int from ${packets}
              join ${movements} on ${movements.id} = ${packets.standingId} where ${expected(ctx, row, true)}) as n`,
          ),
          sql` union all `,
        ),
    { prepared: false },
  )
  const of = (id: string, outcome: ScanOutcome) =>
    counts.find((count) => count.id === id && count.outcome === outcome)?.n ?? 0
  return rows.map(({ id, placeIds, begunAt, begunBy, endedAt, endedBy }) => ({
    id,
    places: placeIds.flatMap((placeId) => {
      const place = named.get(placeId)
      return place ? [placeText(place)] : []
    }),
    begunAt: begunAt.toISOString(),
    begunBy: people.get(begunBy)?.name ?? '',
    endedAt: endedAt?.toISOString() ?? null,
    endedBy: people.get(endedBy)?.name ?? null,
    found: of(id, 'found'),
    wrongPlace: of(id, 'wrong_place'),
    notExpected: of(id, 'not_expected'),
    unknown: of(id, 'unknown'),
    missing: endedAt ? of(id, 'missing') : (unseen.find((one) => one.id === id)?.n ?? 0),
  }))
}

/** Packets with their matters and where they are recorded to be, of those that the reader sees. */
async function packetsNamed(ctx: Acting<ReadCtx>, ids: (string | null)[]) {
  const { tx, actor, now } = ctx
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  const rows = await tx
    .select({ id: packets.id, number: packets.number, matter: matters.name, entry: movements })
    .from(packets)
    .innerJoin(matters, eq(matters.id, packets.matterId))
    .innerJoin(movements, eq(movements.id, packets.standingId))
    .where(and(inArray(packets.id, wanted), packetsVisibleTo(actor, now)))
  const named = await placesNamed(
    ctx,
    rows.map(({ entry }) => entry.placeId),
  )
  const people = await peopleNamed(
    ctx,
    rows.map(({ entry }) => entry.holderId),
  )
  return new Map<string | null, NonNullable<StockTakeScan['packet']>>(
    rows.map(({ id, number, matter, entry }) => {
      const place = named.get(entry.placeId)
      const holder = people.get(entry.holderId)?.name
      const recorded = place ? placeText(place) : holder ? `with ${holder}` : `out: ${entry.outside}`
      return [id, { id, number: packetNumber(number), matter, recorded }]
    }),
  )
}

async function toScans(
  ctx: Acting<ReadCtx>,
  rows: StoredScan[],
  named: Awaited<ReturnType<typeof packetsNamed>>,
): Promise<StockTakeScan[]> {
  const people = await peopleNamed(
    ctx,
    rows.map(({ byId }) => byId),
  )
  return rows.map(({ id, outcome, packetId, code, at, byId }) => ({
    ...{ id, outcome, code },
    packet: named.get(packetId) ?? null,
    at: at.toISOString(),
    by: people.get(byId)?.name ?? '',
  }))
}
