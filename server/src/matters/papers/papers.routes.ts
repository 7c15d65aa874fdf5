import type { Handlers } from '../../kernel/http/handler.ts'
import { matterChain } from './chain.ts'
import { matterCompleteness } from './completeness.ts'

export const paperHandlers = {
  'GET /api/matters/:matterId/chain': {
    kind: 'snapshot',
    run: (ctx, { params }) => matterChain(ctx, params.matterId),
  },
  'GET /api/matters/:matterId/completeness': {
    kind: 'snapshot',
    run: (ctx, { params }) => matterCompleteness(ctx, params.matterId),
  },
} satisfies Partial<Handlers>
