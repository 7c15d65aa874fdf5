import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { claimOwnerRequest, fulfilOwnerRequest } from './claim.ts'
import { listOwnerRequests } from './list.ts'
import { getOwnerRequest } from './one.ts'
import { sendOwnerRequest } from './send.ts'
import { shareForOwnerRequest } from './share.ts'
import { remindOwnerOfRequest, withdrawOwnerRequest } from './withdraw.ts'

export const ownerRequestHandlers = (services: Services) =>
  ({
    'POST /api/owner-requests': {
      kind: 'raw',
      run: (raw, { body }) => sendOwnerRequest(services, raw, body),
    },
    'GET /api/owner-requests': {
      kind: 'read',
      run: (ctx, { query }) => listOwnerRequests(ctx, query),
    },
    'GET /api/owner-requests/:requestId': {
      kind: 'transact',
      run: (ctx, { params }) => getOwnerRequest(ctx, params.requestId),
    },
    'POST /api/owner-requests/:requestId/claim': {
      kind: 'transact',
      run: (ctx, { params }) => claimOwnerRequest(ctx, params.requestId, services),
    },
    'POST /api/owner-requests/:requestId/fulfil': {
      kind: 'transact',
      run: (ctx, { params }) => fulfilOwnerRequest(ctx, params.requestId, services),
    },
    'POST /api/owner-requests/:requestId/withdraw': {
      kind: 'transact',
      run: (ctx, { params }) => withdrawOwnerRequest(ctx, params.requestId, services),
    },
    'POST /api/owner-requests/:requestId/remind': {
      kind: 'raw',
      run: async (raw, { params }) => {
        const { request, mailId } = await raw.transact((ctx) =>
          remindOwnerOfRequest(ctx, params.requestId, services),
        )
        return { request, emailSent: await services.mail.wasSent(mailId) }
      },
    },
    'POST /api/owner-requests/:requestId/share': {
      kind: 'raw',
      run: async (raw, { params, body }) => {
        const { shared, mailId } = await raw.transact((ctx) =>
          shareForOwnerRequest(ctx, params.requestId, body, services),
        )
        return { shared, emailSent: await services.mail.wasSent(mailId) }
      },
    },
  }) satisfies Partial<Handlers>
