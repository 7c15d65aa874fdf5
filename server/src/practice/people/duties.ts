import type * as contract from '@deedbox/contract/people.ts'
import { type DutyKind, dutyKindNames } from '@deedbox/contract/people-terms.ts'
import { and, type Column, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { isGone } from '../../custody/register/read.ts'
import { readPage } from '../../db/list.ts'
import { run } from '../../db/named.ts'
import { byText, sorted } from '../../db/sorted.ts'
import { movements, packets } from '../../db/tables/custody.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { dueDatePeople, dueDates } from '../../db/tables/due-dates.ts'
import { matterShares, matters } from '../../db/tables/matters.ts'
import { ownerContactRequests } from '../../db/tables/requests.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { shapeOf } from '../../platform/cursor.ts'
import { dueDatesVisibleTo } from '../../policy/due-dates.ts'
import { mattersVisibleTo } from '../../policy/matters.ts'
import { liveGrant, notLocked } from '../../policy/visible.ts'
import { handable } from './hand-over.ts'
import { findPerson } from './one.ts'

/** Duties of one kind, as parts of statements: their rows, and how a list names them. */
export type Duty = {
  from: SQL
  where: (SQL | undefined)[]
  id: Column
  /** The table whose rows are locked. */
  table: SQL
  name: SQL
  detail: SQL
}

/** Selects what a person answers for, of each kind: only what the actor may see, and nothing of an organisation that has left. */
export const duties: Record<DutyKind, (ctx: Acting<ReadCtx>, userId: string) => Duty> = {
  matters: ({ actor, now }, userId) => ({
    from: sql`${matters}`,
    where: [eq(matters.responsibleId, userId), mattersVisibleTo(actor, now)],
    id: matters.id,
    table: sql`matters`,
    name: sql`${matters.name}`,
    detail: sql`${matters.reference}`,
  }),
  documents: ({ now }, userId) => ({
    from: sql`${documents}`,
    where: [handable(userId, now)],
    id: documents.id,
    table: sql`documents`,
    name: sql`${documents.title}`,
    detail: sql`coalesce(${documents.clientName}, '')`,
  }),
  packets: ({ actor, now }, userId) => ({
    from: sql`(${packets} join ${movements} on ${movements.id} = ${packets.standingId}
      join ${matters} on ${matters.id} = ${packets.matterId})`,
    where: [eq(movements.holderId, userId), ne(movements.kind, 'out'), mattersVisibleTo(actor, now)],
    id: packets.id,
    table: sql`packets`,
    name: sql`('P-' || lpad(${packets.number}::text, 6, '0'))`,
    detail: sql`${matters.name}`,
  }),
  requests: (_ctx, userId) => ({
    from: sql`${ownerContactRequests}`,
    where: [eq(ownerContactRequests.claimedBy, userId), eq(ownerContactRequests.status, 'claimed')],
    id: ownerContactRequests.id,
    table: sql`owner_contact_requests`,
    name: sql`${ownerContactRequests.requesterName}`,
    detail: sql`coalesce(${ownerContactRequests.ownerName}, ${ownerContactRequests.ownerEmail})`,
  }),
  grants: ({ now }, userId) => ({
    from: sql`(${documentAccess} join ${documents} on ${documents.id} = ${documentAccess.documentId})`,
    where: [
      eq(documentAccess.grantedBy, userId),
      liveGrant(now),
      isNull(documents.deletedAt),
      notLocked(now),
    ],
    id: documentAccess.id,
    table: sql`document_access`,
    name: sql`${documentAccess.userName}`,
    detail: sql`${documents.title}`,
  }),
  shares: ({ actor, now }, userId) => ({
    from: sql`(${matterShares} join ${matters} on ${matters.id} = ${matterShares.matterId})`,
    where: [
      eq(matterShares.givenBy, userId),
      isNull(matterShares.endedAt),
      sql`${matterShares.endsAt} > ${sql.param(now, matterShares.endsAt)}`,
      mattersVisibleTo(actor, now),
    ],
    id: matterShares.id,
    table: sql`matter_shares`,
    name: sql`${matterShares.userEmail}`,
    detail: sql`${matters.name}`,
  }),
  dates: ({ actor, now }, userId) => ({
    from: sql`(${dueDates} join ${dueDatePeople} on ${dueDatePeople.dueDateId} = ${dueDates.id})`,
    where: [
      eq(dueDatePeople.userId, userId),
      eq(dueDates.status, 'open'),
      // The predicate names documents and matters itself.
      dueDatesVisibleTo(actor, now),
    ],
    id: dueDates.id,
    table: sql`due_dates`,
    name: sql`${dueDates.title}`,
    detail: sql`coalesce(to_char(${dueDates.dueOn}, 'YYYY-MM-DD'), ${dueDates.words})`,
  }),
}

/** Counts what a person answers for, by one statement. @throws Refusal user-not-found. */
export async function previewHandOver(
  ctx: Acting<ReadCtx>,
  { params: { userId } }: Input<typeof contract.previewHandOver>,
): Promise<Answer<typeof contract.previewHandOver>> {
  await findPerson(ctx, userId)
  const counts = dutyKindNames.map((kind) => {
    const { from, where } = duties[kind](ctx, userId)
    return sql`(select count(*)::int from ${from} where ${and(...where)}) as ${sql.identifier(kind)}`
  })
  const [row] = await run<Record<DutyKind, number>>(ctx, sql`select ${sql.join(counts, sql`, `)}`, {
    prepared: false,
  })
  if (!row) throw new Error('Nothing was counted')
  return { counts: row, packets: await isGone(ctx, userId) }
}

/** Lists what a person answers for of one kind, by name. @throws Refusal user-not-found. */
export async function listHandOver(
  ctx: Acting<ReadCtx>,
  { params: { userId }, query: { kind, cursor, limit } }: Input<typeof contract.listHandOver>,
): Promise<Answer<typeof contract.listHandOver>> {
  await findPerson(ctx, userId)
  const { from, where, id, name, detail } = duties[kind](ctx, userId)
  const shape = shapeOf('hand over', userId, kind)
  const order = { sort: 'name' as const, direction: 'asc' as const, cursor, shape }
  const { rows, ...page } = await readPage<{ id: string; name: string; detail: string }>(ctx, {
    from,
    where,
    order: sorted({ name: byText(name) }, order, id),
    limit,
    columns: sql`${id} as id, ${name} as name, ${detail} as detail`,
    // One date has a row for each person who is reminded.
    rows: kind === 'dates' ? sql`${dueDates}` : from,
  })
  return { rows: rows.map(({ id, name, detail }) => ({ id, name, detail })), ...page }
}
