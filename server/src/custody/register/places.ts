import type * as contract from '@deedbox/contract/custody.ts'
import { custodyLimits } from '@deedbox/contract/custody.ts'
import { asc, eq, sql } from 'drizzle-orm'
import { movements, packets, places } from '../../db/tables/custody.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { keepsMatters, mayKeep } from '../../policy/matters.ts'
import { inWords, toPlace } from './named.ts'

/** Lists all places, in order. @throws Refusal 'not-allowed' */
export async function listPlaces({
  tx,
  actor,
}: Acting<ReadCtx>): Promise<Answer<typeof contract.listPlaces>> {
  mayKeep(actor)
  const { place, safe, shelf, position, id } = places
  const rows = await tx
    .select()
    .from(places)
    .orderBy(
      ...[place, safe, shelf].map((column) => asc(sql`lower(${column})`)),
      // Position 2 before position 10.
      asc(sql`length(${position})`),
      asc(sql`lower(${position})`),
      asc(id),
    )
    .limit(custodyLimits.places)
  return { places: rows.map(toPlace) }
}

/** @throws Refusal 'not-allowed', 'place-exists', 'place-limit' */
export async function addPlace(
  ctx: Acting<WriteCtx>,
  details: Input<typeof contract.addPlace>['body'],
): Promise<Answer<typeof contract.addPlace>> {
  mayKeep(ctx.actor)
  if ((await ctx.tx.$count(places)) >= custodyLimits.places) throw new Refusal('place-limit')
  const [row] = await ctx.tx
    .insert(places)
    .values({ ...details, createdAt: ctx.now })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new Refusal('place-exists')
  const place = toPlace(row)
  await ctx.audit({ event: 'custody_place_added', details: { placeId: row.id, place: inWords(place) } })
  return { place }
}

/** Retires a place in which no packet lies, or takes it into use again. @throws Refusal 'place-not-found', also for whoever does not keep matters, 'place-used' */
export async function retirePlace(
  ctx: Acting<WriteCtx>,
  placeId: string,
  { retired }: Input<typeof contract.retirePlace>['body'],
): Promise<Answer<typeof contract.retirePlace>> {
  if (!keepsMatters(ctx.actor)) throw new Refusal('place-not-found')
  const [before] = await ctx.tx.select().from(places).where(eq(places.id, placeId)).for('update')
  if (!before) throw new Refusal('place-not-found')
  const lying = sql`${packets.standingId} in (select id from ${movements} where ${eq(movements.placeId, placeId)})`
  if (retired && (await ctx.tx.$count(packets, lying)) > 0) throw new Refusal('place-used')
  const [row] = await ctx.tx
    .update(places)
    .set({ retiredAt: retired ? (before.retiredAt ?? ctx.now) : null })
    .where(eq(places.id, placeId))
    .returning()
  if (!row) throw new Error('A place is gone')
  const place = toPlace(row)
  await ctx.audit({
    event: retired ? 'custody_place_retired' : 'custody_place_used_again',
    details: { placeId, place: inWords(place) },
  })
  return { place }
}
