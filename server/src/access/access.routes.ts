import type { Serves } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { changeMany, previewBulkAccess } from './bulk.ts'
import { renewAccess, revokeAccess } from './end.ts'
import { listGrants } from './grants.ts'
import { listAccess } from './list.ts'
import { shareDocument } from './share.ts'

export const accessHandlers = (
  services: Services,
): Serves<
  | 'GET /api/documents/:documentId/access'
  | 'POST /api/documents/:documentId/access'
  | 'GET /api/access'
  | 'POST /api/access/bulk/preview'
  | 'POST /api/access/bulk'
  | 'POST /api/access/:grantId/revoke'
  | 'POST /api/access/:grantId/renew'
> => ({
  'GET /api/documents/:documentId/access': {
    kind: 'read',
    run: (ctx, { params }) => listGrants(ctx, params.documentId),
  },
  'POST /api/documents/:documentId/access': {
    kind: 'raw',
    run: async (raw, { params, body }) => {
      const { grant, mailId } = await raw.transact((ctx) =>
        shareDocument(ctx, params.documentId, body, services),
      )
      return { grant, emailSent: await services.mail.wasSent(mailId) }
    },
  },
  'GET /api/access': {
    kind: 'read',
    run: (ctx, { query }) => listAccess(ctx, query),
  },
  'POST /api/access/bulk/preview': {
    kind: 'read',
    run: (ctx, { body }) => previewBulkAccess(ctx, body),
  },
  'POST /api/access/bulk': {
    kind: 'transact',
    run: (ctx, { body }) => changeMany(ctx, body),
  },
  'POST /api/access/:grantId/revoke': {
    kind: 'transact',
    run: (ctx, { params }) => revokeAccess(ctx, params.grantId),
  },
  'POST /api/access/:grantId/renew': {
    kind: 'transact',
    run: (ctx, { params, body }) => renewAccess(ctx, params.grantId, body),
  },
})
