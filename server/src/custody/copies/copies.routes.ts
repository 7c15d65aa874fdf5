import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { checkCopy } from './check.ts'
import { listCopies } from './list.ts'
import { makeCertifiedCopy, makeVerifiedCopy } from './make.ts'
import { switchCopyChecks, withdrawCopy } from './withdraw.ts'

export const copyHandlers = (services: Services) =>
  ({
    'GET /api/documents/:documentId/copies': {
      kind: 'snapshot',
      run: (ctx, { params }) => listCopies(ctx, params.documentId),
    },
    'POST /api/documents/:documentId/copies/verified': {
      kind: 'raw',
      run: (raw, { params }) => makeVerifiedCopy(services, raw, params.documentId),
    },
    'POST /api/documents/:documentId/copies/certified': {
      kind: 'raw',
      run: (raw, { params, body }) => makeCertifiedCopy(services, raw, params.documentId, body),
    },
    'POST /api/copies/:copyId/withdraw': {
      kind: 'transact',
      run: (ctx, input) => withdrawCopy(services, ctx, input),
    },
    'PUT /api/copies/:copyId/checked': { kind: 'transact', run: switchCopyChecks },
    'POST /api/check': { kind: 'read', run: (ctx, { body }) => checkCopy(ctx, body.code) },
  }) satisfies Partial<Handlers>
