import { dayOf } from '@deedbox/contract/dates.ts'
import { dueKinds } from '@deedbox/contract/due-date-terms.ts'
import type * as contract from '@deedbox/contract/identity-checks.ts'
import type { IdentityCheck } from '@deedbox/contract/identity-checks.ts'
import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { dueDatePeople, dueDates } from '../../db/tables/due-dates.ts'
import { identityCheckPeople, identityChecks } from '../../db/tables/identity-checks.ts'
import { parties } from '../../db/tables/parties.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { checksVisibleTo } from '../../policy/identity-checks.ts'
import { keeping, keepsMatters } from '../../policy/matters.ts'

type Stored = typeof identityChecks.$inferSelect

/** @throws Refusal 'party-not-found', also for whoever does not keep matters. */
export async function listIdentityChecks(
  ctx: Acting<ReadCtx>,
  partyId: string,
): Promise<Answer<typeof contract.listIdentityChecks>> {
  await findParty(ctx, partyId)
  return { checks: (await checksOf(ctx, [partyId])).map(({ check }) => check) }
}

/** Identity checks of parties, and of those that were merged into them, that the reader sees, newest first. */
export async function checksOf(
  ctx: Acting<ReadCtx>,
  partyIds: string[],
): Promise<{ partyId: string; check: IdentityCheck }[]> {
  const rows = await ctx.tx
    .select({ row: identityChecks, partyId: sql<string>`coalesce(${parties.mergedInto}, ${parties.id})` })
    .from(identityChecks)
    .innerJoin(parties, eq(parties.id, identityChecks.partyId))
    .where(
      and(
        or(inArray(parties.id, partyIds), inArray(parties.mergedInto, partyIds)),
        checksVisibleTo(ctx.actor),
      ),
    )
    .orderBy(desc(identityChecks.checkedOn), desc(identityChecks.recordedAt), desc(identityChecks.id))
  const checks = await toChecks(
    ctx,
    rows.map(({ row }) => row),
  )
  const partyOf = new Map(rows.map(({ row, partyId }) => [row.id, partyId]))
  return checks.map((check) => ({ partyId: partyOf.get(check.id) ?? '', check }))
}

/** @throws Refusal 'party-not-found', 'check-class', 'check-future', 'check-people' */
export async function recordIdentityCheck(
  ctx: Acting<WriteCtx>,
  partyId: string,
  { emails, ...facts }: Input<typeof contract.recordIdentityCheck>['body'],
): Promise<Answer<typeof contract.recordIdentityCheck>> {
  const party = await findParty(ctx, partyId)
  if (party.kind === 'class') throw new Refusal('check-class')
  if (facts.checkedOn > dayOf(ctx.now, ctx.settings.timeZone)) throw new Refusal('check-future')
  const recorded = { recordedAt: ctx.now, recordedBy: ctx.actor.id }
  const [row] = await ctx.tx
    .insert(identityChecks)
    .values({ ...facts, ...recorded, partyId })
    .returning()
  if (!row) throw new Error('An identity check was not inserted')
  const people = await setPeople(ctx, row, emails)
  if (row.nextOn !== null) await writeDown(ctx, row, row.nextOn, party.name, people)
  await tell(ctx, row, party.name, 'recorded')
  return { check: await toCheck(ctx, row) }
}

/** @throws Refusal 'check-not-found', 'check-people' */
export async function nameOnIdentityCheck(
  ctx: Acting<WriteCtx>,
  checkId: string,
  { emails }: Input<typeof contract.nameOnIdentityCheck>['body'],
): Promise<Answer<typeof contract.nameOnIdentityCheck>> {
  const { check, name } = await lockCheck(ctx, checkId)
  const people = await setPeople(ctx, check, emails)
  const open = await ctx.tx
    .select({ id: dueDates.id })
    .from(dueDates)
    .where(and(eq(dueDates.identityCheckId, checkId), eq(dueDates.status, 'open')))
  await remind(
    ctx,
    open.map(({ id }) => id),
    people,
  )
  await tell(ctx, check, name, 'named')
  return { check: await toCheck(ctx, check) }
}

/** @throws Refusal 'check-not-found', 'check-withdrawn' */
export async function withdrawIdentityCheck(
  ctx: Acting<WriteCtx>,
  checkId: string,
  { reason }: Input<typeof contract.withdrawIdentityCheck>['body'],
): Promise<Answer<typeof contract.withdrawIdentityCheck>> {
  const { check, name } = await lockCheck(ctx, checkId)
  if (check.withdrawn !== '') throw new Refusal('check-withdrawn')
  const [row] = await ctx.tx
    .update(identityChecks)
    .set({ withdrawn: reason })
    .where(eq(identityChecks.id, checkId))
    .returning()
  if (!row) throw new Error('An identity check is gone')
  const settled = { settledAt: ctx.now, settledByName: ctx.actor.name, updatedAt: ctx.now }
  await ctx.tx
    .update(dueDates)
    .set({ ...settled, status: 'not_needed', reason })
    .where(and(eq(dueDates.identityCheckId, checkId), eq(dueDates.status, 'open')))
  await tell(ctx, row, name, 'withdrawn')
  return { check: await toCheck(ctx, row) }
}

async function findParty({ tx, actor }: Acting<ReadCtx>, id: string) {
  if (!keepsMatters(actor)) throw new Refusal('party-not-found')
  const [row] = await tx
    .select()
    .from(parties)
    .where(and(eq(parties.id, id), isNull(parties.mergedInto)))
  if (!row) throw new Refusal('party-not-found')
  return row
}

async function lockCheck({ tx, actor }: Acting<WriteCtx>, id: string) {
  const [check] = await tx
    .select()
    .from(identityChecks)
    .where(and(eq(identityChecks.id, id), checksVisibleTo(actor)))
    .for('update')
  if (!check) throw new Refusal('check-not-found')
  const [party] = await tx.select({ name: parties.name }).from(parties).where(eq(parties.id, check.partyId))
  return { check, name: party?.name ?? '' }
}

/** Writes down who sees it: those named, who must keep matters, and the caller. */
async function setPeople({ tx, actor }: Acting<WriteCtx>, { id }: Stored, emails: string[]) {
  const named = await tx
    .select({ id: profiles.id, email: profiles.email })
    .from(profiles)
    .where(and(inArray(profiles.email, emails), keeping))
  const known = new Map(named.map((one) => [one.email, one.id]))
  const unknown = emails.find((email) => !known.has(email))
  if (unknown) throw new Refusal('check-people', { values: { email: unknown } })
  const people = [...new Set([...known.values(), actor.id])]
  await tx.delete(identityCheckPeople).where(eq(identityCheckPeople.checkId, id))
  await tx.insert(identityCheckPeople).values(people.map((userId) => ({ checkId: id, userId })))
  return people
}

/** Writes down when it is due again; those of earlier checks of the party that the caller sees are done with it. */
async function writeDown(
  ctx: Acting<WriteCtx>,
  { id, partyId }: Stored,
  dueOn: string,
  name: string,
  people: string[],
): Promise<void> {
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  const earlier = ctx.tx
    .select({ id: identityChecks.id })
    .from(identityChecks)
    .where(and(eq(identityChecks.partyId, partyId), checksVisibleTo(ctx.actor)))
  const settled = { settledAt: ctx.now, settledByName: ctx.actor.name, updatedAt: ctx.now }
  await ctx.tx
    .update(dueDates)
    .set({ ...settled, status: 'done', reason: 'Checked again' })
    .where(and(inArray(dueDates.identityCheckId, earlier), eq(dueDates.status, 'open')))
  const [row] = await ctx.tx
    .insert(dueDates)
    .values({
      ...times,
      ...{ identityCheckId: id, kind: 'identity', title: `Identity of ${name}` },
      ...{ dueOn, firstOn: dueOn, remindDays: [...dueKinds.identity.remind] },
    })
    .returning({ id: dueDates.id })
  if (row) await remind(ctx, [row.id], people)
}

async function remind({ tx }: WriteCtx, dueDateIds: string[], people: string[]): Promise<void> {
  if (dueDateIds.length === 0) return
  await tx.delete(dueDatePeople).where(inArray(dueDatePeople.dueDateId, dueDateIds))
  await tx
    .insert(dueDatePeople)
    .values(dueDateIds.flatMap((dueDateId) => people.map((userId) => ({ dueDateId, userId }))))
}

/** Records that something was done with it, and nothing of what it says: the trail has more readers. */
const tell = (
  ctx: WriteCtx,
  { partyId }: Stored,
  party: string,
  what: 'recorded' | 'named' | 'withdrawn',
): Promise<void> => ctx.audit({ event: 'party_identity_check', details: { partyId, party, what } })

async function toCheck(ctx: Acting<ReadCtx>, row: Stored): Promise<IdentityCheck> {
  const [check] = await toChecks(ctx, [row])
  if (!check) throw new Error('An identity check is gone')
  return check
}

async function toChecks({ tx }: ReadCtx, rows: Stored[]): Promise<IdentityCheck[]> {
  const ids = rows.map(({ id }) => id)
  const { id, name, email } = profiles
  const people = await tx
    .select({ checkId: identityCheckPeople.checkId, person: { id, name, email } })
    .from(identityCheckPeople)
    .innerJoin(profiles, eq(profiles.id, identityCheckPeople.userId))
    .where(inArray(identityCheckPeople.checkId, ids))
    .orderBy(asc(sql`lower(${name})`), asc(id))
  const writers = await tx
    .select({ id, name })
    .from(profiles)
    .where(
      inArray(
        id,
        rows.map(({ recordedBy }) => recordedBy),
      ),
    )
  const named = Map.groupBy(people, ({ checkId }) => checkId)
  const writer = new Map(writers.map((row) => [row.id, row.name]))
  return rows.map(({ partyId: _, recordedAt, recordedBy, ...row }) => ({
    ...row,
    people: (named.get(row.id) ?? []).map(({ person }) => person),
    recordedAt: recordedAt.toISOString(),
    recordedBy: writer.get(recordedBy) ?? null,
  }))
}
