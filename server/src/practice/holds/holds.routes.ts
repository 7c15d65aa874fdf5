import type { Handlers } from '../../kernel/http/handler.ts'
import { confirmLift, keepHold, liftHold } from './lift.ts'
import { listHolds } from './list.ts'
import { setHold } from './set.ts'

export const holdHandlers = {
  'GET /api/holds': { kind: 'snapshot', run: (ctx, { query }) => listHolds(ctx, query) },
  'POST /api/holds': { kind: 'transact', run: (ctx, { body }) => setHold(ctx, body) },
  'POST /api/holds/:holdId/lift': {
    kind: 'transact',
    run: (ctx, { params, body }) => liftHold(ctx, params.holdId, body.why),
  },
  'POST /api/holds/:holdId/confirm': {
    kind: 'transact',
    run: (ctx, { params }) => confirmLift(ctx, params.holdId),
  },
  'POST /api/holds/:holdId/keep': {
    kind: 'transact',
    run: (ctx, { params }) => keepHold(ctx, params.holdId),
  },
} satisfies Partial<Handlers>
