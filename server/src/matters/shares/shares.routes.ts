import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { endMatterShare, renewMatterShare } from './end.ts'
import { listMatterShares } from './list.ts'
import { shareMatter } from './share.ts'

export const matterShareHandlers = (services: Services) =>
  ({
    'GET /api/matters/:matterId/shares': {
      kind: 'snapshot',
      run: (ctx, { params }) => listMatterShares(ctx, params.matterId),
    },
    'POST /api/matters/:matterId/shares': {
      kind: 'raw',
      run: (raw, { params, body }) => shareMatter(services, raw, params.matterId, body),
    },
    'POST /api/matters/:matterId/shares/:shareId/end': {
      kind: 'transact',
      run: (ctx, { params }) => endMatterShare(ctx, params),
    },
    'POST /api/matters/:matterId/shares/:shareId/renew': {
      kind: 'transact',
      run: (ctx, { params, body }) => renewMatterShare(ctx, params, body.expiresOn),
    },
  }) satisfies Partial<Handlers>
