import { wordsIn } from '@deedbox/contract/audit-events.ts'
import { dayOf } from '@deedbox/contract/dates.ts'
import { afterDeaths, openAfterDeath } from '@deedbox/contract/death-rules.ts'
import { paperContradictions } from '@deedbox/contract/paper-rules.ts'
import type { listRoles as endpoint, MatterRole } from '@deedbox/contract/parties.ts'
import { contradictions, inOrder, rolesOn, standing } from '@deedbox/contract/party-rules.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { matterRoles, parties } from '../../db/tables/parties.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { findMatter, keepsMatters, type StoredMatter } from '../../policy/matters.ts'
import { visibleTo } from '../../policy/visible.ts'
import { deathsOf } from '../deaths/read.ts'
import { papersOf } from '../papers/read.ts'

export type StoredRole = typeof matterRoles.$inferSelect

/** @throws Refusal 'matter-not-found' */
export async function listRoles(
  ctx: Acting<ReadCtx>,
  matterId: string,
  { on }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const { roles, held, findings, deaths } = await readParties(ctx, await findMatter(ctx, matterId))
  const shown = on === undefined ? roles.sort(inOrder) : rolesOn(held, on)
  return {
    roles: shown.map((role) => without(ctx, role)),
    findings: findings.map(({ ends, ...found }) =>
      ends && keepsMatters(ctx.actor) ? { ...found, ends } : found,
    ),
    deaths,
    can: { edit: keepsMatters(ctx.actor) },
  }
}

/**
 * Everything that was recorded of the parties of a matter, in the order of recording, with what does not fit together; `held`: the same roles as they
 * hold after the deaths that are recorded.
 */
export async function readParties(ctx: Acting<ReadCtx>, matter: StoredMatter) {
  const rows = await ctx.tx
    .select()
    .from(matterRoles)
    .where(eq(matterRoles.matterId, matter.id))
    .orderBy(asc(matterRoles.recordedAt), asc(matterRoles.id))
  const roles = await toRoles(ctx, rows)
  const { timeZone } = ctx.settings
  const { day } = wordsIn(timeZone)
  const deaths = (
    await deathsOf(
      ctx,
      roles.flatMap(({ party, from }) => [party.id, ...(from.by ? [from.by.id] : [])]),
    )
  ).map(({ party, diedOn, document, seen }) => ({ party, day: diedOn, document, seen: seen !== null }))
  const held = afterDeaths(matter, roles, deaths)
  const findings = contradictions(matter, held, dayOf(ctx.now, timeZone), day)
  const { papers, links } = await papersOf(ctx, matter.id)
  const ofPapers = paperContradictions(matter, held, papers, links, findings, day)
  const open = openAfterDeath(matter, roles, deaths, day)
  return { roles, held, deaths, findings: [...open, ...findings, ...ofPapers] }
}

/** Roles that hold in several matters, without corrected ones, in the order of screens. */
export async function rolesHeld(ctx: Acting<ReadCtx>, matterIds: readonly string[]) {
  const rows = await ctx.tx
    .select()
    .from(matterRoles)
    .where(inArray(matterRoles.matterId, [...matterIds]))
    .orderBy(asc(matterRoles.recordedAt), asc(matterRoles.id))
  const ofRole = new Map(rows.map(({ id, matterId, partyId }) => [id, { matterId, partyId }]))
  const held = standing(await toRoles(ctx, rows)).sort(inOrder)
  return held.flatMap((role) => {
    const of = ofRole.get(role.id)
    return of ? [{ ...of, role }] : []
  })
}

/** One record as the API returns it. */
export async function toRole(ctx: Acting<ReadCtx>, row: StoredRole): Promise<MatterRole> {
  const [role] = await toRoles(ctx, [row])
  if (!role) throw new Error('A role is gone')
  return without(ctx, role)
}

/** Takes away the ids of documents that the reader does not see, unless they keep matters and send them back with a correction. */
function without({ actor }: Acting<ReadCtx>, { ...role }: MatterRole): MatterRole {
  if (keepsMatters(actor)) return role
  const hide = <E extends { document: MatterRole['from']['document'] }>(edge: E): E =>
    edge.document?.title === null ? { ...edge, document: { id: null, title: null } } : edge
  return { ...role, from: hide(role.from), until: role.until && hide(role.until) }
}

/** Records with the parties that they are now, after merging, and the titles that the reader sees; three statements for all of them. */
async function toRoles(ctx: Acting<ReadCtx>, rows: StoredRole[]): Promise<MatterRole[]> {
  const party = await partiesOf(
    ctx,
    rows.flatMap(({ partyId, fromBy, untilBy }) => [partyId, fromBy, untilBy]),
  )
  const title = await titlesOf(
    ctx,
    rows.flatMap(({ fromDocument, untilDocument }) => [fromDocument, untilDocument]),
  )
  const writer = await namesOf(
    ctx,
    rows.map(({ recordedBy }) => recordedBy),
  )
  const document = (id: string | null) => (id === null ? null : { id, title: title.get(id) ?? null })
  const by = (id: string | null) => {
    const found = party.get(id)
    return found ? { id: found.id, name: found.name } : null
  }
  return rows.map((row) => {
    const held = party.get(row.partyId)
    if (!held) throw new Error('A party is gone')
    return {
      id: row.id,
      party: held,
      role: row.role,
      nature: row.nature,
      from: {
        day: row.fromDay,
        document: document(row.fromDocument),
        clause: row.fromClause,
        by: by(row.fromBy),
      },
      until:
        row.untilDay === null
          ? null
          : {
              day: row.untilDay,
              document: document(row.untilDocument),
              clause: row.untilClause,
              by: by(row.untilBy),
            },
      note: row.note,
      corrects: row.corrects,
      reason: row.reason,
      never: row.never,
      recordedAt: row.recordedAt.toISOString(),
      recordedBy: writer.get(row.recordedBy) ?? null,
    }
  })
}

const given = (ids: (string | null)[]): string[] => [...new Set(ids)].filter((id) => id !== null)

async function partiesOf({ tx }: ReadCtx, ids: (string | null)[]) {
  const { id, name, kind, abn, acn, mergedInto } = parties
  const columns = { id, name, kind, abn, acn }
  const rows = await tx
    .select({ ...columns, mergedInto })
    .from(parties)
    .where(inArray(id, given(ids)))
  const others = given(rows.map((row) => row.mergedInto))
  const into = await tx.select(columns).from(parties).where(inArray(id, others))
  const byId = new Map(into.map((row) => [row.id, row]))
  return new Map<string | null, (typeof into)[number]>(
    rows.map(({ mergedInto, ...row }) => [row.id, byId.get(mergedInto ?? '') ?? row]),
  )
}

/** Titles of the documents that the reader sees. */
async function titlesOf({ tx, actor, now }: Acting<ReadCtx>, ids: (string | null)[]) {
  const { id, title } = documents
  const seen = and(inArray(id, given(ids)), visibleTo(actor, now, 'either', { lockedToo: true }))
  const rows = await tx.select({ id, title }).from(documents).where(seen)
  return new Map(rows.map((row) => [row.id, row.title]))
}

async function namesOf({ tx }: ReadCtx, ids: string[]) {
  const { id, name } = profiles
  const rows = await tx
    .select({ id, name })
    .from(profiles)
    .where(inArray(id, given(ids)))
  return new Map(rows.map((row) => [row.id, row.name]))
}
