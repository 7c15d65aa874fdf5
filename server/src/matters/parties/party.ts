import { limits } from '@deedbox/contract/limits.ts'
import type * as contract from '@deedbox/contract/parties.ts'
import type { Party, PartyDetails } from '@deedbox/contract/parties.ts'
import { partyFieldNames, partyFields, partyKinds } from '@deedbox/contract/party-terms.ts'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { later } from '../../db/later.ts'
import { run } from '../../db/named.ts'
import { matters } from '../../db/tables/matters.ts'
import { matterRoles, parties } from '../../db/tables/parties.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { contains, wordsOf } from '../../platform/search.ts'
import { keepsMatters, mattersVisibleTo, mayKeep } from '../../policy/matters.ts'

type StoredParty = typeof parties.$inferSelect

/** Parties whose name, numbers or email have these words, also those of a party that was merged into them. @throws Refusal 'not-allowed' */
export async function searchParties(
  ctx: Acting<ReadCtx>,
  { search }: Input<typeof contract.searchParties>['query'],
): Promise<Answer<typeof contract.searchParties>> {
  mayKeep(ctx.actor)
  const words = wordsOf(search).map((word) => contains(parties.searchText, word))
  const found = await ctx.tx
    .selectDistinct({ id: sql<string>`coalesce(${parties.mergedInto}, ${parties.id})` })
    .from(
      ctx.tx
        .select()
        .from(parties)
        .where(and(...words))
        .orderBy(sql`lower(coalesce(${parties.name}, ''))`, parties.id)
        .limit(limits.suggestions)
        .as('parties'),
    )
  const ids = found.map(({ id }) => id)
  const rows = await ctx.tx
    .select()
    .from(parties)
    .where(inArray(parties.id, ids))
    .orderBy(sql`lower(coalesce(${parties.name}, ''))`, parties.id)
  return { parties: await toParties(ctx, rows) }
}

/** @throws Refusal 'party-not-found', also for whoever does not keep matters. */
export async function getParty(
  ctx: Acting<ReadCtx>,
  partyId: string,
): Promise<Answer<typeof contract.getParty>> {
  if (!keepsMatters(ctx.actor)) throw new Refusal('party-not-found')
  const [row] = await ctx.tx.select().from(parties).where(unmerged(partyId))
  return { party: await toParty(ctx, row) }
}

/** @throws Refusal 'party-not-found', 'party-changed' */
export async function updateParty(
  ctx: Acting<WriteCtx>,
  partyId: string,
  { updatedAt, ...details }: Input<typeof contract.updateParty>['body'],
): Promise<Answer<typeof contract.updateParty>> {
  const before = await lockParty(ctx, partyId)
  if (before.updatedAt.toISOString() !== updatedAt) throw new Refusal('party-changed')
  const row = await save(ctx, before, details)
  await ctx.audit({
    event: 'party_changed',
    details: { partyId, party: row.name, changes: changesOf(before, details) },
  })
  return { party: await toParty(ctx, row) }
}

/**
 * Merges a party into another one. Its roles stay as they were recorded and are shown under the other one, which takes over what it lacks.
 * @throws Refusal 'party-not-found', 'party-same', 'party-kinds'
 */
export async function mergeParty(
  ctx: Acting<WriteCtx>,
  partyId: string,
  { into }: Input<typeof contract.mergeParty>['body'],
): Promise<Answer<typeof contract.mergeParty>> {
  // Locks in one order, so that two who merge do not wait for each other.
  const locked = new Map<string, StoredParty>()
  for (const id of [partyId, into].sort()) locked.set(id, await lockParty(ctx, id))
  const [one, other] = [locked.get(partyId), locked.get(into)]
  if (!one || !other) throw new Refusal('party-not-found')
  if (one === other) throw new Refusal('party-same')
  if (one.kind !== other.kind) throw new Refusal('party-kinds')
  const concerned = await mattersOf(ctx, partyId)
  const details: PartyDetails = {
    kind: other.kind,
    name: other.name,
    abn: other.abn || one.abn,
    acn: other.acn || one.acn,
    email: other.email || one.email,
    bornOn: other.bornOn ?? one.bornOn,
    notes: [other.notes, one.notes].filter(Boolean).join('\n\n').slice(0, limits.text.message),
  }
  await ctx.tx
    .update(parties)
    .set({ mergedInto: into })
    .where(sql`${parties.id} = ${partyId} or ${parties.mergedInto} = ${partyId}`)
  const row = await save(ctx, other, details)
  const names = { party: one.name, into: other.name }
  await ctx.audit(
    {
      event: 'party_merged',
      details: { ...names, partyId, intoId: into, changes: changesOf(other, details) },
    },
    ...concerned.map(({ id, name, organizationId }) => ({
      event: 'matter_party_merged' as const,
      details: { ...names, matterId: id, matterName: name, organizationId },
    })),
  )
  return { party: await toParty(ctx, row) }
}

export async function createParty(ctx: Acting<WriteCtx>, details: PartyDetails): Promise<StoredParty> {
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  const [row] = await ctx.tx
    .insert(parties)
    .values({ ...details, ...times })
    .returning()
  if (!row) throw new Error('A party was not inserted')
  await ctx.audit({ event: 'party_created', details: { partyId: row.id, party: row.name } })
  return row
}

const unmerged = (id: string) => and(eq(parties.id, id), isNull(parties.mergedInto))

async function lockParty({ tx, actor }: Acting<WriteCtx>, id: string): Promise<StoredParty> {
  if (!keepsMatters(actor)) throw new Refusal('party-not-found')
  const [row] = await tx.select().from(parties).where(unmerged(id)).for('update')
  if (!row) throw new Refusal('party-not-found')
  return row
}

async function save({ tx, now }: WriteCtx, before: StoredParty, details: PartyDetails): Promise<StoredParty> {
  const [row] = await tx
    .update(parties)
    .set({ ...details, updatedAt: later(before, now) })
    .where(eq(parties.id, before.id))
    .returning()
  if (!row) throw new Error('A party is gone')
  return row
}

const inWords = ({ kind, bornOn, ...texts }: PartyDetails) => ({
  ...texts,
  kind: partyKinds[kind],
  bornOn: bornOn ?? '',
})

function changesOf(before: PartyDetails, after: PartyDetails) {
  const [was, is] = [inWords(before), inWords(after)]
  return partyFieldNames
    .map((field) => ({ field: partyFields[field], from: was[field], to: is[field] }))
    .filter(({ from, to }) => from !== to)
}

/** The matters that name a party, or one that was merged into it, in whatever place. */
const mattersOf = ({ tx }: ReadCtx, partyId: string) => {
  const those = sql`(select id from ${parties} where id = ${partyId} or merged_into = ${partyId})`
  const { id, name, organizationId } = matters
  return tx
    .select({ id, name, organizationId })
    .from(matters)
    .where(sql`${id} in (
    select matter_id from ${matterRoles} where party_id in ${those} or from_by in ${those} or until_by in ${those})`)
}

async function toParty(ctx: Acting<ReadCtx>, row: StoredParty | undefined): Promise<Party> {
  const [party] = row ? await toParties(ctx, [row]) : []
  if (!party) throw new Refusal('party-not-found')
  return party
}

/** Number of matters that a party is shown with. */
const shown = 20

async function toParties(ctx: Acting<ReadCtx>, rows: StoredParty[]): Promise<Party[]> {
  const ids = rows.map(({ id }) => id)
  const { name, mergedInto } = parties
  const others = await ctx.tx.select({ name, mergedInto }).from(parties).where(inArray(mergedInto, ids))
  const found = await run<{ party: string; id: string; name: string }>(
    ctx,
    sql`select wanted.party, found.id, found.name from unnest(${`{${ids.join(',')}}`}::uuid[]) wanted (party), lateral (
      select distinct ${matters.id} as id, ${matters.name} as name
      from ${matterRoles} join ${matters} on ${matters.id} = ${matterRoles.matterId}
      where ${matterRoles.partyId} in (select id from ${parties} where id = wanted.party or merged_into = wanted.party)
        and ${mattersVisibleTo(ctx.actor, ctx.now)}
      limit ${sql.raw(String(shown))}) found
      order by found.name, found.id`,
    { prepared: false },
  )
  return rows.map(({ id, kind, name, abn, acn, email, bornOn, notes, updatedAt }) => ({
    ...{ id, kind, name, abn, acn, email, bornOn, notes },
    alsoWritten: [
      ...new Set(
        others.flatMap((other) => (other.mergedInto === id && other.name !== name ? other.name : [])),
      ),
    ].sort(),
    matters: found.flatMap((row) => (row.party === id ? { id: row.id, name: row.name } : [])),
    updatedAt: updatedAt.toISOString(),
  }))
}
