import { packetNumber } from '@deedbox/contract/custody-terms.ts'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { run } from '../db/named.ts'
import { packets } from '../db/tables/custody.ts'
import { matters } from '../db/tables/matters.ts'
import type { Actor } from '../kernel/context/actor.ts'
import type { Acting, ReadCtx, WriteCtx } from '../kernel/context/context.ts'
import { Refusal } from '../platform/errors.ts'
import { aboutMatter, mattersVisibleTo, mayKeep, type StoredMatter } from './matters.ts'

export type StoredPacket = Omit<typeof packets.$inferSelect, 'searchText'>

/** Returns the one predicate that decides who sees a packet, for a query on `packets` (ADR 80): whoever sees its matter. */
export const packetsVisibleTo = (actor: Actor, now: Date): SQL =>
  sql`exists (select from ${matters} where ${and(eq(matters.id, packets.matterId), mattersVisibleTo(actor, now))})`

/** @throws Refusal 'packet-not-found', the same if there is none or the reader may not see it. */
export async function findPacket(ctx: Acting<ReadCtx>, packetId: string): Promise<StoredPacket> {
  const [row] = await ctx.tx
    .select()
    .from(packets)
    .where(and(eq(packets.id, packetId), packetsVisibleTo(ctx.actor, ctx.now)))
  if (!row) throw new Refusal('packet-not-found')
  return row
}

/**
 * Finds packets to record something of them, and keeps others from doing so until the transaction ends. They are locked in one order.
 * @throws Refusal 'packet-not-found', 'not-allowed'
 */
export async function lockPackets(ctx: Acting<WriteCtx>, ids: readonly string[]): Promise<StoredPacket[]> {
  const rows = await ctx.tx
    .select()
    .from(packets)
    .where(and(inArray(packets.id, [...ids]), packetsVisibleTo(ctx.actor, ctx.now)))
    .orderBy(packets.id)
    .for('update')
  if (rows.length !== new Set(ids).size) throw new Refusal('packet-not-found')
  mayKeep(ctx.actor)
  return rows
}

/** @throws Refusal 'packet-not-found', 'not-allowed' */
export async function lockPacket(ctx: Acting<WriteCtx>, id: string): Promise<StoredPacket> {
  const [row] = await lockPackets(ctx, [id])
  if (!row) throw new Refusal('packet-not-found')
  return row
}

/** The details that every event about a packet has. */
export const aboutPacket = ({ id, number }: Pick<StoredPacket, 'id' | 'number'>, matter: StoredMatter) => ({
  ...aboutMatter(matter),
  packetId: id,
  packet: packetNumber(number),
})

/**
 * Refuses to delete documents that the custody register names: the scan of an original, an electronic original, a photograph, or what proves an entry.
 * @throws Refusal 'custody-keeps'
 */
export async function refuseInCustody(ctx: WriteCtx, documentIds: readonly string[]): Promise<void> {
  const ids = sql.param(`{${documentIds.join(',')}}`)
  const [row] = await run<{ named: boolean }>(
    ctx,
    sql`select exists (select from originals where document_id = any(${ids}::uuid[]))
      or exists (select from custody_papers where document_id = any(${ids}::uuid[])) as named`,
    { prepared: false },
  )
  if (row?.named) throw new Refusal('custody-keeps')
}
