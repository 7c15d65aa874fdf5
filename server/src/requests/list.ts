import type { SchemaOutput } from '@deedbox/contract/endpoint.ts'
import { id } from '@deedbox/contract/fields.ts'
import type { listRequests as endpoint } from '@deedbox/contract/requests.ts'
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { visibleTo } from '../access/visible.ts'
import type { Acting, ReadCtx } from '../context/context.ts'
import { documents } from '../db/tables/documents.ts'
import { accessRequests } from '../db/tables/requests.ts'
import { carried, fromCursor, shapeOf, toCursor } from '../platform/cursor.ts'
import { Refusal } from '../platform/errors.ts'
import { anywhere, wordsOf } from '../platform/search.ts'
import { own, reviewable, selectRequests, shownName, toRequest } from './find.ts'

type Query = SchemaOutput<typeof endpoint.query>

/**
 * One's own requests, or those one may decide; newest first, decided ones by the time of the decision.
 * @throws Refusal 'not-allowed' for a review by who decides nothing; 'invalid-input' for a cursor of another list.
 */
export async function listRequests(
  ctx: Acting<ReadCtx>,
  query: Query,
): Promise<SchemaOutput<typeof endpoint.response>> {
  const { actor } = ctx
  const { view, status, cursor, limit, ...filter } = query
  if (view === 'review' && !actor.permissions.includes('canManageDocuments')) throw new Refusal('not-allowed')
  const shape = shapeOf(view, status, filter)
  const ofView = view === 'own' ? own(actor) : reviewable(actor)
  const wanted = and(ofView, ofStatus(status), matches(filter))
  const key = status === 'decided' ? accessRequests.reviewedAt : accessRequests.createdAt
  const rows = await selectRequests(ctx)
    .where(and(wanted, cursor === undefined ? undefined : after(cursor, shape, sql`${key}`)))
    .orderBy(desc(key), desc(accessRequests.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1)?.request : undefined
  const at = status === 'decided' ? last?.reviewedAt : last?.createdAt
  return {
    requests: shown.map((row) => toRequest(ctx, row)),
    total: await count(ctx, wanted),
    nextCursor: last && at ? toCursor([shape, at.toISOString(), last.id]) : null,
    counts: await counts(ctx, ofView),
  }
}

function ofStatus(status: Query['status']): SQL | undefined {
  if (status === 'all') return undefined
  if (status === 'decided') return inArray(accessRequests.status, ['approved', 'denied'])
  return eq(accessRequests.status, status)
}

/** Only what the reader is shown is searched: nobody finds out a title by looking for it. */
function matches({ search = '', documentId }: Pick<Query, 'search' | 'documentId'>): SQL | undefined {
  const { requesterName, requesterEmail, clientName, clientEmail } = accessRequests
  const text = sql`deedbox_fold(concat_ws(' ', ${shownName}, ${requesterName}, ${requesterEmail}, ${clientName}, ${clientEmail}))`
  return and(
    documentId ? eq(documents.id, documentId) : undefined,
    ...wordsOf(search).map((word) => sql`${text} like ${anywhere(word)}`),
  )
}

function after(cursor: string, shape: string, key: SQL): SQL {
  const [, at, requestId] = fromCursor(cursor, z.tuple([z.literal(shape), carried.instant, id]))
  return sql`(${key}, ${accessRequests.id}) < (${at}::timestamptz, ${requestId}::uuid)`
}

async function count({ tx, actor, now }: Acting<ReadCtx>, wanted: SQL | undefined): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(accessRequests)
    .leftJoin(documents, and(eq(documents.id, accessRequests.documentId), visibleTo(actor, now)))
    .where(wanted)
  return row?.count ?? 0
}

async function counts({ tx }: ReadCtx, ofView: SQL) {
  const of = (status: 'pending' | 'approved') =>
    sql<number>`(count(*) filter (where ${accessRequests.status} = ${status}))::int`
  const [row] = await tx
    .select({ pending: of('pending'), approved: of('approved'), total: sql<number>`count(*)::int` })
    .from(accessRequests)
    .where(ofView)
  return row ?? { pending: 0, approved: 0, total: 0 }
}
