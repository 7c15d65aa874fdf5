import { dayOf } from '@deedbox/contract/dates.ts'
import type * as contract from '@deedbox/contract/deaths.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { matters } from '../../db/tables/matters.ts'
import { grantPowers, matterRoles, parties, partyDeaths } from '../../db/tables/parties.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { findDocument } from '../../policy/find.ts'
import { keepsMatters } from '../../policy/matters.ts'
import { liveGrant, visibleTo } from '../../policy/visible.ts'
import { changeMany } from '../../sharing/grants/bulk.ts'
import { holding, type StoredDeath, sameParty, toDeaths } from './read.ts'

/** @throws Refusal 'party-not-found', 'death-person', 'death-future', 'death-recorded', 'document-not-found' */
export async function recordDeath(
  ctx: Acting<WriteCtx>,
  partyId: string,
  facts: Input<typeof contract.recordDeath>['body'],
): Promise<Answer<typeof contract.recordDeath>> {
  const party = await lockParty(ctx, partyId)
  if (party.kind !== 'person') throw new Refusal('death-person')
  const known = await ctx.tx
    .select({ id: partyDeaths.id })
    .from(partyDeaths)
    .innerJoin(parties, eq(parties.id, partyDeaths.partyId))
    .where(and(holding, sameParty(partyId)))
  if (known.length > 0) throw new Refusal('death-recorded')
  const row = await insert(ctx, facts, { partyId }, null)
  await tell(ctx, party, row, 'recorded')
  return { death: await one(ctx, row, party) }
}

/** @throws Refusal 'death-not-found', 'death-corrected', 'death-future', 'document-not-found' */
export async function correctDeath(
  ctx: Acting<WriteCtx>,
  deathId: string,
  facts: Input<typeof contract.correctDeath>['body'],
): Promise<Answer<typeof contract.correctDeath>> {
  const { before, party } = await lockDeath(ctx, deathId)
  if (before.never) throw new Refusal('death-corrected')
  const { never, reason, ...rest } = facts
  const row = await insert(
    ctx,
    rest,
    { partyId: before.partyId, corrects: deathId, never, reason },
    before.documentId,
  )
  await tell(ctx, party, row, 'corrected')
  return { death: await one(ctx, row, party) }
}

/**
 * Records that somebody has seen the evidence, and ends the access that rests on a power of the dead in the same transaction.
 * @throws Refusal 'death-not-found', 'death-corrected', 'death-evidence', 'death-seen', 'document-not-found'
 */
export async function confirmDeath(
  ctx: Acting<WriteCtx>,
  deathId: string,
): Promise<Answer<typeof contract.confirmDeath>> {
  const { before, party } = await lockDeath(ctx, deathId)
  if (before.never) throw new Refusal('death-corrected')
  if (before.documentId === null) throw new Refusal('death-evidence')
  if (before.seenAt !== null) throw new Refusal('death-seen')
  await findDocument(ctx, before.documentId)
  const [row] = await ctx.tx
    .update(partyDeaths)
    .set({ seenAt: ctx.now, seenBy: ctx.actor.id })
    .where(eq(partyDeaths.id, deathId))
    .returning()
  if (!row) throw new Error('A death is gone')
  const resting = await ctx.tx
    .select({ id: documentAccess.id })
    .from(grantPowers)
    .innerJoin(documentAccess, eq(documentAccess.id, grantPowers.grantId))
    .innerJoin(documents, eq(documents.id, documentAccess.documentId))
    .innerJoin(parties, eq(parties.id, grantPowers.partyId))
    .where(and(sameParty(party.id), liveGrant(ctx.now), visibleTo(ctx.actor, ctx.now)))
  const grantIds = resting.map(({ id }) => id)
  if (grantIds.length > 0) await changeMany(ctx, { action: 'revoke', grantIds })
  await tell(ctx, party, row, 'seen', grantIds.length)
  return { death: await one(ctx, row, party), revoked: grantIds.length }
}

type Party = typeof parties.$inferSelect

/** Locks a party that is not merged, for who keeps matters; to others there is none. */
export async function lockParty({ tx, actor }: Acting<WriteCtx>, id: string): Promise<Party> {
  if (!keepsMatters(actor)) throw new Refusal('party-not-found')
  const [row] = await tx
    .select()
    .from(parties)
    .where(and(eq(parties.id, id), isNull(parties.mergedInto)))
    .for('update')
  if (!row) throw new Refusal('party-not-found')
  return row
}

/** Locks the party of a record that no other one corrects. */
async function lockDeath(ctx: Acting<WriteCtx>, id: string): Promise<{ before: StoredDeath; party: Party }> {
  if (!keepsMatters(ctx.actor)) throw new Refusal('death-not-found')
  const [found] = await ctx.tx
    .select({ partyId: sql<string>`coalesce(${parties.mergedInto}, ${parties.id})` })
    .from(partyDeaths)
    .innerJoin(parties, eq(parties.id, partyDeaths.partyId))
    .where(eq(partyDeaths.id, id))
  if (!found) throw new Refusal('death-not-found')
  const party = await lockParty(ctx, found.partyId)
  const [before] = await ctx.tx.select().from(partyDeaths).where(eq(partyDeaths.id, id))
  if (!before) throw new Refusal('death-not-found')
  if ((await ctx.tx.$count(partyDeaths, eq(partyDeaths.corrects, id))) > 0)
    throw new Refusal('death-corrected')
  return { before, party }
}

type Facts = Input<typeof contract.recordDeath>['body']
type More = Pick<typeof partyDeaths.$inferInsert, 'partyId' | 'corrects' | 'never' | 'reason'>

async function insert(
  ctx: Acting<WriteCtx>,
  { diedOn, document, note }: Facts,
  more: More,
  was: string | null,
) {
  if (diedOn > dayOf(ctx.now, ctx.settings.timeZone)) throw new Refusal('death-future')
  if (document !== null && document !== was) await findDocument(ctx, document)
  const recorded = { recordedAt: ctx.now, recordedBy: ctx.actor.id }
  const [row] = await ctx.tx
    .insert(partyDeaths)
    .values({ ...more, ...recorded, diedOn, documentId: document, note })
    .returning()
  if (!row) throw new Error('A death was not inserted')
  return row
}

async function one(ctx: Acting<WriteCtx>, row: StoredDeath, { id, name }: Party) {
  const [death] = await toDeaths(ctx, [{ ...row, party: { id, name } }])
  if (!death) throw new Error('A death is gone')
  return death
}

/** Records it for the party and in the history of each of its matters. */
async function tell(
  ctx: Acting<WriteCtx>,
  { id, name }: Party,
  { diedOn, never, reason }: StoredDeath,
  what: 'recorded' | 'corrected' | 'seen',
  ended = 0,
): Promise<void> {
  const those = sql`(select id from ${parties} where id = ${id} or merged_into = ${id})`
  const concerned = await ctx.tx
    .select({ matterId: matters.id, matterName: matters.name, organizationId: matters.organizationId })
    .from(matters)
    .where(
      sql`${matters.id} in (select matter_id from ${matterRoles} where party_id in ${those} or from_by in ${those})`,
    )
  const facts = { party: name, diedOn, what, never, reason, ended }
  await ctx.audit(
    { event: 'party_death', details: { ...facts, partyId: id } },
    ...concerned.map((about) => ({ event: 'matter_death' as const, details: { ...about, ...facts } })),
  )
}
