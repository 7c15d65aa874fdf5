import { custodyLimits, entryKinds, fieldLabels } from '@deedbox/contract/custody-terms.ts'
import { listText } from '@deedbox/contract/list-text.ts'
import { matterFields } from '@deedbox/contract/matters.ts'
import type * as contract from '@deedbox/contract/people.ts'
import { type DutyKind, dutiesInWords, dutyKindNames } from '@deedbox/contract/people-terms.ts'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isGone } from '../../custody/register/read.ts'
import { run } from '../../db/named.ts'
import { profiles } from '../../db/tables/accounts.ts'
import { movements, packets } from '../../db/tables/custody.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { dueDatePeople, dueDates } from '../../db/tables/due-dates.ts'
import { matterShares, matters } from '../../db/tables/matters.ts'
import { ownerContactRequests } from '../../db/tables/requests.ts'
import { lockManaged } from '../../identity/accounts/managing.ts'
import { documentsHandedOver } from '../../identity/own-account/documents-handed-over.mail.tsx'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { notDeactivated } from '../../kernel/context/deactivated.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { aboutPacket } from '../../policy/custody.ts'
import { aboutMatter, keeping } from '../../policy/matters.ts'
import { duties } from './duties.ts'
import { moveDocuments, type Owner, takesDocuments } from './hand-over.ts'

type Body = Input<typeof contract.handOverDuties>['body']
type Move = { ids: string[]; from: Owner; to: Owner; reason: string }

/** The kinds in the order in which they are locked: what other transactions lock first comes first. */
const lockOrder: DutyKind[] = ['requests', 'matters', 'shares', 'packets', 'documents', 'grants', 'dates']

/**
 * Hands over what another person answers for, who may be deactivated or have closed the account, to one or several people (ADR 89). For each part
 * the number of statements is fixed; all of it happens, or nothing.
 * @throws Refusal hand-over-own, user-not-found, person-above, hand-over-trustee, hand-over-keeper, hand-over-holder, hand-over-reason, hand-over-gone,
 *   hand-over-nothing, packet-full.
 */
export async function handOverDuties(
  { mail }: Pick<Services, 'mail'>,
  ctx: Acting<WriteCtx>,
  { params: { userId }, body: { parts, reason } }: Input<typeof contract.handOverDuties>,
): Promise<Answer<typeof contract.handOverDuties>> {
  const from = await lockManaged(ctx, userId, 'hand-over-own')
  const takers = await lockTakers(ctx, from, parts)
  if (parts.some(({ kind }) => kind === 'packets')) {
    if (!(await isGone(ctx, from.id))) throw new Refusal('hand-over-holder')
    if (!reason) throw new Refusal('hand-over-reason')
  }
  const handed = Object.fromEntries(dutyKindNames.map((kind) => [kind, 0])) as Record<DutyKind, number>
  const got = new Map<string, Partial<Record<DutyKind, number>>>()
  // Parts that name rows go first, so that one that takes all takes what they leave.
  const inOrder = lockOrder.flatMap((kind) =>
    parts.filter((part) => part.kind === kind).sort((a, b) => Number(!a.ids) - Number(!b.ids)),
  )
  for (const { kind, email, ids } of inOrder) {
    const to = takers.get(email)
    if (!to) throw new Refusal('hand-over-keeper')
    const found = await lockDuties(ctx, kind, from.id, ids)
    if (found.length === 0) continue
    await movers[kind](ctx, { ids: found, from, to, reason })
    handed[kind] += found.length
    const theirs = got.get(email) ?? {}
    got.set(email, { ...theirs, [kind]: (theirs[kind] ?? 0) + found.length })
  }
  if (got.size === 0) throw new Refusal('hand-over-nothing')
  for (const [email, counts] of got) {
    const to = takers.get(email)
    const words = dutyKindNames.flatMap((kind) => (counts[kind] ? [dutiesInWords(kind, counts[kind])] : []))
    const listed = listText(words)
    const facts = { from: from.name, by: ctx.actor.name, documents: counts.documents ?? 0, listed }
    await mail.enqueue(ctx, documentsHandedOver, email, { firstName: to?.firstName ?? '', ...facts })
  }
  return { handed }
}

/** Finds who takes something over, and keeps them fit for it until the transaction ends. */
async function lockTakers(ctx: WriteCtx, from: Owner, parts: Body['parts']) {
  const emails = [...new Set(parts.map(({ email }) => email))]
  const rows = await ctx.tx
    .select()
    .from(profiles)
    .where(and(inArray(profiles.email, emails), keeping, notDeactivated))
    .orderBy(asc(profiles.id))
    .for('no key update')
  const takers = new Map(rows.filter(({ id }) => id !== from.id).map((row) => [row.email, row]))
  for (const { kind, email } of parts) {
    const taker = takers.get(email)
    if (kind === 'documents' && !(taker && takesDocuments(taker))) throw new Refusal('hand-over-trustee')
    if (!taker) throw new Refusal('hand-over-keeper')
  }
  return takers
}

/** Finds the rows of a part and keeps them from changing until the transaction ends. @throws Refusal 'hand-over-gone' if one is not theirs. */
async function lockDuties(
  ctx: Acting<WriteCtx>,
  kind: DutyKind,
  userId: string,
  ids: string[] | undefined,
): Promise<string[]> {
  const { from, where, id, table } = duties[kind](ctx, userId)
  const which = ids && among(id, ids)
  const rows = await run<{ id: string }>(
    ctx,
    sql`select ${id} as id from ${from} where ${and(...where, which)} order by ${id} for update of ${table}`,
    { prepared: false },
  )
  if (ids && rows.length !== new Set(ids).size) throw new Refusal('hand-over-gone')
  return rows.map((row) => row.id)
}

/** Selects rows by any number of ids, which are one value. */
const among = (id: { getSQL(): SQL } | SQL, ids: string[]): SQL =>
  sql`${id} = any(${sql.param(`{${ids.join(',')}}`)}::uuid[])`

/** Statements that hand over the locked rows of each kind. */
const movers: Record<DutyKind, (ctx: Acting<WriteCtx>, move: Move) => Promise<unknown>> = {
  documents: (ctx, { ids, from, to }) => moveDocuments(ctx, from, to, among(documents.id, ids)),

  async matters(ctx, { ids, from, to }) {
    const rows = await ctx.tx
      .update(matters)
      .set({ responsibleId: to.id, updatedAt: changedAt(matters.updatedAt, ctx.now) })
      .where(among(matters.id, ids))
      .returning()
    const changes = [{ field: matterFields.responsible, from: from.name, to: to.name }]
    await ctx.audit(
      ...rows.map((row) => ({
        event: 'matter_changed' as const,
        details: { ...aboutMatter(row), changes },
      })),
    )
  },

  async packets(ctx, { ids, to, reason }) {
    // An entry in the words of ADR 80: an administrator takes over from somebody who is gone, here for somebody else.
    const full = await run(
      ctx,
      sql`select from ${movements} where ${among(movements.packetId, ids)} and number >= ${custodyLimits.entries} limit 1`,
      { prepared: false },
    )
    if (full.length > 0) throw new Refusal('packet-full')
    await run(
      ctx,
      sql`with added as (
        insert into movements (packet_id, number, kind, at, by_id, holder_id, place_id, reason)
        select p.id, last.number + 1, 'taken_over', greatest(${ctx.now.toISOString()}::timestamptz, last.at),
          ${ctx.actor.id}::uuid, ${to.id}::uuid, s.place_id, ${reason}
        from packets p join movements s on s.id = p.standing_id
        cross join lateral (select number, at from movements m where m.packet_id = p.id order by number desc limit 1) last
        where ${among(sql`p.id`, ids)}
        returning id, packet_id)
      update packets set standing_id = added.id from added where packets.id = added.packet_id`,
      { prepared: false },
    )
    const rows = await ctx.tx
      .select({ id: packets.id, number: packets.number, matter: matters })
      .from(packets)
      .innerJoin(matters, eq(matters.id, packets.matterId))
      .where(among(packets.id, ids))
    const facts = [
      { field: fieldLabels.holderId, says: to.name },
      { field: fieldLabels.reason, says: reason },
    ]
    await ctx.audit(
      ...rows.map(({ matter, ...packet }) => ({
        event: 'matter_packet_entry' as const,
        details: {
          ...aboutPacket(packet, matter),
          kind: entryKinds.taken_over.label.toLowerCase(),
          facts,
        },
      })),
    )
  },

  async requests(ctx, { ids, from, to }) {
    const rows = await ctx.tx
      .update(ownerContactRequests)
      .set({ claimedBy: to.id, claimedByName: to.name })
      .where(among(ownerContactRequests.id, ids))
      .returning({ id: ownerContactRequests.id, email: ownerContactRequests.requesterEmail })
    await ctx.audit(
      ...rows.map(({ id, email }) => ({
        event: 'owner_request_handed_over' as const,
        subjectEmail: email,
        details: { ownerRequestId: id, from: from.email, to: to.email },
      })),
    )
  },

  async grants(ctx, { ids, from, to }) {
    const rows = await ctx.tx
      .update(documentAccess)
      .set({ grantedBy: to.id, grantedByName: to.name })
      .where(among(documentAccess.id, ids))
      .returning({
        id: documentAccess.id,
        documentId: documentAccess.documentId,
        email: documentAccess.userEmail,
      })
    await ctx.audit(
      ...rows.map(({ id, documentId, email }) => ({
        event: 'access_handed_over' as const,
        documentId,
        accessId: id,
        subjectEmail: email,
        details: { from: from.email, to: to.email },
      })),
    )
  },

  async shares(ctx, { ids, from, to }) {
    await ctx.tx
      .update(matterShares)
      .set({ givenBy: to.id, givenByName: to.name })
      .where(among(matterShares.id, ids))
    const rows = await ctx.tx
      .select({ id: matterShares.id, email: matterShares.userEmail, matter: matters })
      .from(matterShares)
      .innerJoin(matters, eq(matters.id, matterShares.matterId))
      .where(among(matterShares.id, ids))
    await ctx.audit(
      ...rows.map(({ id, email, matter }) => ({
        event: 'matter_share_handed_over' as const,
        subjectEmail: email,
        details: { ...aboutMatter(matter), matterShareId: id, from: from.email, to: to.email },
      })),
    )
  },

  async dates(ctx, { ids, from, to }) {
    const { dueDateId, userId } = dueDatePeople
    await ctx.tx.delete(dueDatePeople).where(and(eq(userId, from.id), among(dueDateId, ids)))
    await run(
      ctx,
      sql`insert into ${dueDatePeople} (due_date_id, user_id)
        select id, ${to.id}::uuid from unnest(${`{${ids.join(',')}}`}::uuid[]) wanted (id) on conflict do nothing`,
      { prepared: false },
    )
    await ctx.tx
      .update(dueDates)
      .set({ updatedAt: changedAt(dueDates.updatedAt, ctx.now) })
      .where(among(dueDates.id, ids))
    const rows = await ctx.tx
      .select({ row: dueDates, matter: matters })
      .from(dueDates)
      .leftJoin(matters, eq(matters.id, dueDates.matterId))
      .where(among(dueDates.id, ids))
    await ctx.audit(
      ...rows.map(({ row, matter }) => ({
        event: 'matter_date_handed_over' as const,
        documentId: row.documentId ?? undefined,
        details: {
          dueDateId: row.id,
          title: row.title,
          dueOn: row.dueOn,
          matterId: matter?.id ?? null,
          matterName: matter?.name ?? null,
          organizationId: matter?.organizationId ?? null,
          from: from.email,
          to: to.email,
        },
      })),
    )
  },
}

/** The time of a change, never the same twice (db/later.ts), for many rows at once. */
const changedAt = (column: typeof matters.updatedAt | typeof dueDates.updatedAt, now: Date): SQL =>
  sql`greatest(${now.toISOString()}::timestamptz, ${column} + interval '1 millisecond')`
