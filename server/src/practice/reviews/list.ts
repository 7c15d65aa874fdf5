import type { listReviews as endpoint, Review } from '@deedbox/contract/reviews.ts'
import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { documents } from '../../db/tables/documents.ts'
import { documentReviews } from '../../db/tables/reviews.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { fromCursor, toCursor } from '../../platform/cursor.ts'
import { visibleTo } from '../../policy/visible.ts'

type Row = { review: typeof documentReviews.$inferSelect } & Pick<
  Review,
  'documentTitle' | 'clientName' | 'ownerName'
>

/** Columns of a review as it is sent, of a query that joins its document. */
export const columns = {
  review: documentReviews,
  documentTitle: documents.title,
  clientName: documents.clientName,
  ownerName: documents.ownerName,
}

/** Selects the reviews that a person decides: those of their own documents; administrators all. */
export const reviewsOf = ({ actor, now }: Acting<ReadCtx>): SQL | undefined =>
  and(
    visibleTo(actor, now),
    actor.permissions.includes('canManageSystem') ? undefined : eq(documents.ownerId, actor.id),
  )

export function toReview({ review, ...about }: Row): Review {
  const { id, documentId, dueOn, outcome, note, day, nextOn, decidedAt, decidedByName } = review
  return {
    ...{ id, documentId, dueOn, ...about },
    decided:
      outcome && nextOn && decidedAt
        ? { outcome, note: note ?? '', day, nextOn, at: decidedAt.toISOString(), by: decidedByName ?? '' }
        : null,
  }
}

/** Lists reviews by the day on which they are due, paged by key. */
export async function listReviews(
  ctx: Acting<ReadCtx>,
  { status, document, cursor, limit }: Input<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const { outcome, dueOn, id, documentId } = documentReviews
  const wanted = and(
    reviewsOf(ctx),
    status === 'all' ? undefined : status === 'waiting' ? isNull(outcome) : isNotNull(outcome),
    document ? eq(documentId, document) : undefined,
  )
  const after = cursor === undefined ? undefined : fromCursor(cursor, z.tuple([z.iso.date(), z.uuid()]))
  const of = eq(documents.id, documentId)
  const rows = await ctx.tx
    .select(columns)
    .from(documentReviews)
    .innerJoin(documents, of)
    .where(and(wanted, after && sql`(${dueOn}, ${id}) > (${after[0]}::date, ${after[1]}::uuid)`))
    .orderBy(asc(dueOn), asc(id))
    .limit(limit + 1)
  const [counted] = await ctx.tx
    .select({ total: sql<number>`count(*)::int` })
    .from(documentReviews)
    .innerJoin(documents, of)
    .where(wanted)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1)?.review : undefined
  return {
    reviews: shown.map(toReview),
    total: counted?.total ?? 0,
    nextCursor: last ? toCursor([last.dueOn, last.id]) : null,
  }
}
