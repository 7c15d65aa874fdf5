import { wordsIn } from '@deedbox/contract/audit-events.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type * as contract from '@deedbox/contract/parties.ts'
import type { RoleDetails } from '@deedbox/contract/parties.ts'
import { rolesOf, roleText } from '@deedbox/contract/party-terms.ts'
import { and, eq } from 'drizzle-orm'
import { matterRoles, parties } from '../../db/tables/parties.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { findDocument } from '../../policy/find.ts'
import { aboutMatter, lockMatter, type StoredMatter } from '../../policy/matters.ts'
import { createParty } from './party.ts'
import { type StoredRole, toRole } from './read.ts'

/** @throws Refusal 'matter-not-found', 'not-allowed', 'role-limit', 'role-kind', 'party-not-found', 'document-not-found' */
export async function addRole(
  ctx: Acting<WriteCtx>,
  matterId: string,
  { partyId, party, ...details }: Input<typeof contract.addRole>['body'],
): Promise<Answer<typeof contract.addRole>> {
  const matter = await lockMatter(ctx, matterId)
  if (!rolesOf(matter.kind).includes(details.role)) throw new Refusal('role-kind')
  const columns = await toColumns(ctx, details, null)
  const held = partyId || !party ? await onlyParty(ctx, partyId ?? '') : (await createParty(ctx, party)).id
  const row = await insert(ctx, matter, { ...columns, partyId: held })
  const role = await toRole(ctx, row)
  await ctx.audit({
    event: 'matter_role_added',
    details: {
      ...aboutMatter(matter),
      party: role.party.name,
      role: roleText(row),
      firstDay: row.fromDay,
      lastDay: row.untilDay,
    },
  })
  return { role }
}

/** @throws Refusal 'matter-not-found', 'not-allowed', 'role-not-found', 'role-corrected', 'role-ended', 'role-end', 'party-not-found', 'document-not-found' */
export async function endRole(
  ctx: Acting<WriteCtx>,
  { matterId, roleId }: Input<typeof contract.endRole>['params'],
  until: Input<typeof contract.endRole>['body'],
): Promise<Answer<typeof contract.endRole>> {
  const matter = await lockMatter(ctx, matterId)
  const before = await findStanding(ctx, matterId, roleId)
  if (before.untilDay !== null) throw new Refusal('role-ended')
  if (before.fromDay !== null && until.day < before.fromDay) throw new Refusal('role-end')
  const columns = await ofEnd(ctx, until, before)
  const [row] = await ctx.tx.update(matterRoles).set(columns).where(eq(matterRoles.id, roleId)).returning()
  if (!row) throw new Error('A role is gone')
  const role = await toRole(ctx, row)
  await ctx.audit({
    event: 'matter_role_ended',
    details: {
      ...aboutMatter(matter),
      party: role.party.name,
      role: roleText(row),
      lastDay: until.day,
    },
  })
  return { role }
}

/**
 * Records a role anew in the place of what was recorded of it, which stays.
 * @throws Refusal 'matter-not-found', 'not-allowed', 'role-not-found', 'role-corrected', 'role-limit', 'role-kind', 'party-not-found', 'document-not-found'
 */
export async function correctRole(
  ctx: Acting<WriteCtx>,
  { matterId, roleId }: Input<typeof contract.correctRole>['params'],
  { never, reason, ...details }: Input<typeof contract.correctRole>['body'],
): Promise<Answer<typeof contract.correctRole>> {
  const matter = await lockMatter(ctx, matterId)
  const before = await findStanding(ctx, matterId, roleId)
  if (details.role !== before.role && !rolesOf(matter.kind).includes(details.role))
    throw new Refusal('role-kind')
  const columns = await toColumns(ctx, details, before)
  const { partyId } = before
  const row = await insert(ctx, matter, { ...columns, partyId, corrects: roleId, never, reason })
  const was = await toRole(ctx, before)
  const role = await toRole(ctx, row)
  await ctx.audit({
    event: 'matter_role_corrected',
    details: {
      ...aboutMatter(matter),
      party: role.party.name,
      role: roleText(before),
      never,
      changes: never ? [] : changesOf(was, role),
      reason,
    },
  })
  return { role }
}

type Columns = Omit<typeof matterRoles.$inferInsert, 'matterId' | 'recordedAt' | 'recordedBy' | 'id'>

async function insert(ctx: Acting<WriteCtx>, { id: matterId }: StoredMatter, columns: Columns) {
  if ((await ctx.tx.$count(matterRoles, eq(matterRoles.matterId, matterId))) >= limits.matterRoles)
    throw new Refusal('role-limit')
  const recorded = { recordedAt: ctx.now, recordedBy: ctx.actor.id }
  const [row] = await ctx.tx
    .insert(matterRoles)
    .values({ ...columns, ...recorded, matterId })
    .returning()
  if (!row) throw new Error('A role was not inserted')
  return row
}

/** Finds a record that no other one corrects, as only that can be ended or corrected. */
async function findStanding({ tx }: WriteCtx, matterId: string, roleId: string): Promise<StoredRole> {
  const [row] = await tx
    .select()
    .from(matterRoles)
    .where(and(eq(matterRoles.matterId, matterId), eq(matterRoles.id, roleId)))
  if (!row) throw new Refusal('role-not-found')
  if ((await tx.$count(matterRoles, eq(matterRoles.corrects, roleId))) > 0)
    throw new Refusal('role-corrected')
  return row
}

type Before = Pick<StoredRole, 'fromDocument' | 'untilDocument'>

async function toColumns(ctx: Acting<WriteCtx>, details: RoleDetails, before: Before | null) {
  const { role, nature, from, until, note } = details
  const noEnd = { untilDay: null, untilDocument: null, untilClause: '', untilBy: null }
  return {
    ...{ role, nature, note },
    fromDay: from.day,
    fromDocument: await seenDocument(ctx, from.document, before),
    fromClause: from.clause,
    fromBy: from.by && (await onlyParty(ctx, from.by)),
    ...(until ? await ofEnd(ctx, until, before) : noEnd),
  }
}

const ofEnd = async (
  ctx: Acting<WriteCtx>,
  { day, document, clause, by }: NonNullable<RoleDetails['until']>,
  before: Before | null,
) => ({
  untilDay: day,
  untilDocument: await seenDocument(ctx, document, before),
  untilClause: clause,
  untilBy: by && (await onlyParty(ctx, by)),
})

/** The id of a document that the caller sees, or that was recorded before. @throws Refusal 'document-not-found' */
async function seenDocument(ctx: Acting<WriteCtx>, id: string | null, before: Before | null) {
  if (id === null || id === before?.fromDocument || id === before?.untilDocument) return id
  await findDocument(ctx, id)
  return id
}

/** The id of a party, or of the one that it is merged into. @throws Refusal 'party-not-found' */
async function onlyParty({ tx }: WriteCtx, id: string): Promise<string> {
  const [row] = await tx
    .select({ id: parties.id, mergedInto: parties.mergedInto })
    .from(parties)
    .where(eq(parties.id, id))
  if (!row) throw new Refusal('party-not-found')
  return row.mergedInto ?? row.id
}

/** Says what differs between two records; titles of documents stay out, as who reads the history may not see them. */
function changesOf(before: contract.MatterRole, after: contract.MatterRole) {
  const [was, is] = [factsOf(before), factsOf(after)]
  return (Object.keys(was) as (keyof typeof was)[])
    .filter((field) => was[field] !== is[field])
    .map((field) =>
      field.startsWith('Instrument')
        ? {
            field,
            from: was[field] && 'a document',
            to: is[field] && (was[field] ? 'another document' : 'a document'),
          }
        : { field, from: was[field], to: is[field] },
    )
}

const { day } = wordsIn('UTC')
const factsOf = (role: contract.MatterRole) => ({
  Role: roleText(role),
  'First day': role.from.day ? day(role.from.day) : '',
  'Instrument of the begin': role.from.document?.id ?? '',
  'Clause of the begin': role.from.clause,
  'Begun by': role.from.by?.name ?? '',
  'Last day': role.until ? day(role.until.day) : '',
  'Instrument of the end': role.until?.document?.id ?? '',
  'Clause of the end': role.until?.clause ?? '',
  'Ended by': role.until?.by?.name ?? '',
  Note: role.note,
})
