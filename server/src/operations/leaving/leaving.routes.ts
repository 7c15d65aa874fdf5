import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { askDestruction, confirmDestruction, refuseDestruction } from './ask.ts'
import { beginLeaving, stay } from './begin.ts'
import { downloadReceipts, listReceipts } from './receipts.ts'
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
    'POST /api/organizations/:organizationId/destruction': {
      kind: 'transact',
      run: (ctx, { params, body }) => askDestruction(services, ctx, params.organizationId, body),
    },
    'POST /api/organizations/:organizationId/destruction/confirm': {
      kind: 'transact',
      run: (ctx, { params }) => confirmDestruction(services, ctx, params.organizationId),
    },
    'POST /api/organizations/:organizationId/destruction/refuse': {
      kind: 'transact',
      run: (ctx, { params }) => refuseDestruction(ctx, params.organizationId),
    },
    'GET /api/organizations/:organizationId/receipts': {
      kind: 'snapshot',
      run: (ctx, { params, query }) => listReceipts(ctx, params.organizationId, query),
    },
    'GET /api/organizations/:organizationId/receipts/file': {
      kind: 'raw',
      run: (raw, { params }) => downloadReceipts(services, raw, params.organizationId),
    },
    'POST /api/organizations/:organizationId/stay': {
      kind: 'transact',
      run: (ctx, { params, body }) => stay(services, ctx, params.organizationId, body.reason),
    },
  }) satisfies Partial<Handlers>
