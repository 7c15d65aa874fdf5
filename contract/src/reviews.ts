import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cursor, day, id, instant, lastDay, pageLimit, paragraphs } from './fields.ts'
import { limits } from './limits.ts'
import { reviewOutcomes } from './review-terms.ts'

const review = z.object({
  id: z.string(),
  documentId: z.string(),
  documentTitle: z.string(),
  clientName: z.string().nullable(),
  ownerName: z.string(),
  /** Day on which its period ended, or that the review before it named. */
  dueOn: z.string(),
  /** Null while the review waits. */
  decided: z
    .object({
      outcome: z.enum(reviewOutcomes),
      note: z.string(),
      /** Day of the instructions or of the last try. */
      day: z.string().nullable(),
      nextOn: z.string(),
      at: instant,
      by: z.string(),
    })
    .nullable(),
})
export type Review = z.output<typeof review>

const handlers = ['canManageDocuments', 'canViewOwnDocuments'] as const

export const listReviews = endpoint({
  id: 'listReviews',
  summary:
    'Reviews of the caller’s documents, of all documents for administrators, by the day on which they are due',
  who: handlers,
  query: z.object({
    status: z.enum(['waiting', 'decided', 'all']).default('all'),
    document: id.optional(),
    cursor: cursor.optional(),
    limit: pageLimit,
  }),
  response: z.object({ reviews: z.array(review), total: z.number(), nextCursor: z.string().nullable() }),
})

export const decideReview = endpoint({
  id: 'decideReview',
  summary: 'End a review with its outcome and the day of the next one; nothing is removed',
  who: handlers,
  noProof: 'work',
  params: z.object({ reviewId: id }),
  body: z
    .strictObject({
      outcome: z.enum(reviewOutcomes),
      note: paragraphs(limits.text.message).default(''),
      day: lastDay,
      nextOn: day,
    })
    .refine(({ outcome, note }) => outcome === 'keep' || note !== '', {
      path: ['note'],
      error: 'This field is required',
    })
    .refine(({ outcome, day }) => outcome === 'keep' || day !== null, {
      path: ['day'],
      error: 'This field is required',
    }),
  response: z.object({ review }),
  refuses: ['review-day-future', 'review-next-past', 'review-not-found', 'review-over'],
})
