import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { listGrants } from '../../policy/grants.ts'
import { changeMany, previewBulkAccess } from './bulk.ts'
import { renewAccess, revokeAccess } from './end.ts'
import { listAccess } from './list.ts'
import { shareDocument } from './share.ts'
import { shareDocuments } from './share-many.ts'
import { suggestPeople } from './suggest-people.ts'
import { undoShare } from './undo-share.ts'
import { whoHasAccess } from './who-has-access.ts'

export const accessHandlers = (services: Services) =>
  ({
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
    'POST /api/documents/share': {
      kind: 'raw',
      run: (raw, input) => shareDocuments(services, raw, input),
    },
    'POST /api/documents/share/undo': { kind: 'transact', run: undoShare },
    'POST /api/documents/access': { kind: 'read', run: whoHasAccess },
    'GET /api/people': { kind: 'read', run: suggestPeople },
    'GET /api/access': { kind: 'snapshot', run: (ctx, { query }) => listAccess(ctx, query) },
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
  }) satisfies Partial<Handlers>
