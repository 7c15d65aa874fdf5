import type * as contract from '@deedbox/contract/deaths.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { grantPowers, parties } from '../../db/tables/parties.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { findDocument } from '../../policy/find.ts'
import { liveGrant, visibleTo } from '../../policy/visible.ts'
import { deathsOf, sameParty } from './read.ts'
import { lockParty } from './record.ts'

/**
 * Says that access rests on a power, all of the grants or none.
 * @throws Refusal 'party-not-found', 'document-not-found', 'power-kind', 'power-ended', 'bulk-changed'
 */
export async function restOnPower(
  ctx: Acting<WriteCtx>,
  partyId: string,
  { document: documentId, grantIds }: Input<typeof contract.restOnPower>['body'],
): Promise<Answer<typeof contract.restOnPower>> {
  const party = await lockParty(ctx, partyId)
  const { document } = await findDocument(ctx, documentId)
  if (document.kind !== 'power_of_attorney' && document.kind !== 'guardianship')
    throw new Refusal('power-kind')
  const deaths = await deathsOf(ctx, [partyId])
  if (deaths.some(({ seen }) => seen)) throw new Refusal('power-ended')
  const ids = [...new Set(grantIds)]
  const grants = await ctx.tx
    .select({ grant: documentAccess })
    .from(documentAccess)
    .innerJoin(documents, eq(documents.id, documentAccess.documentId))
    .where(and(inArray(documentAccess.id, ids), liveGrant(ctx.now), visibleTo(ctx.actor, ctx.now)))
  if (grants.length !== ids.length) throw new Refusal('bulk-changed')
  const set = { documentId, partyId, setAt: ctx.now, setBy: ctx.actor.id }
  const rows = await ctx.tx
    .insert(grantPowers)
    .values(ids.map((grantId) => ({ ...set, grantId })))
    .onConflictDoUpdate({
      target: grantPowers.grantId,
      set,
      setWhere: sql`(${grantPowers.documentId}, ${grantPowers.partyId}) is distinct from (${documentId}::uuid, ${partyId}::uuid)`,
    })
    .returning({ grantId: grantPowers.grantId })
  if (rows.length === 0) throw new Refusal('power-set')
  const changed = new Set(rows.map(({ grantId }) => grantId))
  await ctx.audit(
    ...grants
      .filter(({ grant }) => changed.has(grant.id))
      .map(({ grant }) => about('access_power_set', grant, party.name)),
  )
  return { set: rows.length }
}

/** @throws Refusal 'party-not-found', 'power-free' */
export async function freeOfPower(
  ctx: Acting<WriteCtx>,
  partyId: string,
  { grantIds }: Input<typeof contract.freeOfPower>['body'],
): Promise<Answer<typeof contract.freeOfPower>> {
  const party = await lockParty(ctx, partyId)
  const grants = await ctx.tx
    .select({ grant: documentAccess })
    .from(grantPowers)
    .innerJoin(documentAccess, eq(documentAccess.id, grantPowers.grantId))
    .innerJoin(documents, eq(documents.id, documentAccess.documentId))
    .innerJoin(parties, eq(parties.id, grantPowers.partyId))
    .where(
      and(
        inArray(grantPowers.grantId, grantIds),
        sameParty(partyId),
        visibleTo(ctx.actor, ctx.now, 'either'),
      ),
    )
  if (grants.length === 0) throw new Refusal('power-free')
  const ids = grants.map(({ grant }) => grant.id)
  await ctx.tx.delete(grantPowers).where(inArray(grantPowers.grantId, ids))
  await ctx.audit(...grants.map(({ grant }) => about('access_power_cleared', grant, party.name)))
  return { freed: ids.length }
}

const about = (
  event: 'access_power_set' | 'access_power_cleared',
  grant: typeof documentAccess.$inferSelect,
  party: string,
) => ({
  event,
  documentId: grant.documentId,
  accessId: grant.id,
  subjectEmail: grant.userEmail,
  details: { party },
})
