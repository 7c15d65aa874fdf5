import { dayOf } from '@deedbox/contract/dates.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import type { decideReview as endpoint } from '@deedbox/contract/reviews.ts'
import { and, eq } from 'drizzle-orm'
import { documents } from '../../db/tables/documents.ts'
import { documentReviews } from '../../db/tables/reviews.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { columns, reviewsOf, toReview } from './list.ts'

/**
 * Ends a review with its outcome and the day of the next one. It removes nothing: a document is deleted by the usual act, with its rules.
 * @throws Refusal 'review-not-found', 'review-over', 'review-next-past', 'review-day-future'
 */
export async function decideReview(
  ctx: Acting<WriteCtx>,
  reviewId: string,
  { outcome, note, day, nextOn }: Input<typeof endpoint>['body'],
): Promise<Answer<typeof endpoint>> {
  const [row] = await ctx.tx
    .select(columns)
    .from(documentReviews)
    .innerJoin(documents, eq(documents.id, documentReviews.documentId))
    .where(and(eq(documentReviews.id, reviewId), reviewsOf(ctx)))
    .for('update', { of: documentReviews })
  if (!row) throw new Refusal('review-not-found')
  if (row.review.outcome) throw new Refusal('review-over')
  const today = dayOf(ctx.now, ctx.settings.timeZone)
  if (nextOn <= today)
    throw new Refusal('review-next-past', { fields: { nextOn: errors['review-next-past'].message } })
  if (day && day > today)
    throw new Refusal('review-day-future', { fields: { day: errors['review-day-future'].message } })
  const decided = { outcome, note, day: outcome === 'keep' ? null : day, nextOn }
  const [review] = await ctx.tx
    .update(documentReviews)
    .set({ ...decided, decidedAt: ctx.now, decidedBy: ctx.actor.id, decidedByName: ctx.actor.name })
    .where(eq(documentReviews.id, reviewId))
    .returning()
  if (!review) throw new Error('A review was not stored')
  await ctx.audit({
    event: 'document_reviewed',
    documentId: review.documentId,
    details: { reviewId, ...decided, note: note || undefined },
  })
  return { review: toReview({ ...row, review }) }
}
