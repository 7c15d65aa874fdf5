import type { Handlers } from '../../kernel/http/handler.ts'
import { decideReview } from './decide.ts'
import { listReviews } from './list.ts'

export const reviewHandlers = {
  'GET /api/reviews': { kind: 'snapshot', run: (ctx, { query }) => listReviews(ctx, query) },
  'POST /api/reviews/:reviewId/decide': {
    kind: 'transact',
    run: (ctx, { params, body }) => decideReview(ctx, params.reviewId, body),
  },
} satisfies Partial<Handlers>
