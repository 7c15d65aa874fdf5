import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { beginLeaving, stay } from './begin.ts'
import { getLeaving } from './standing.ts'

export const leavingHandlers = (services: Services) =>
  ({
    'GET /api/organizations/:organizationId/leaving': {
      kind: 'snapshot',
      run: (ctx, { params }) => getLeaving(ctx, params.organizationId),
    },
    'POST /api/organizations/:organizationId/leaving': {
      kind: 'transact',
      run: (ctx, { params, body }) => beginLeaving(services, ctx, params.organizationId, body.reason),
    },
    'POST /api/organizations/:organizationId/stay': {
      kind: 'transact',
      run: (ctx, { params, body }) => stay(services, ctx, params.organizationId, body.reason),
    },
  }) satisfies Partial<Handlers>
