import type { Handlers } from '../../kernel/http/handler.ts'
import { addMatterDocuments, removeMatterDocuments } from './documents.ts'
import { createMatter, updateMatter } from './edit.ts'
import { matterHistory } from './history.ts'
import { listMatters } from './list.ts'
import { offerForMatter } from './offer.ts'
import { getMatter } from './one.ts'

export const matterHandlers = {
  'GET /api/matters': { kind: 'snapshot', run: (ctx, { query }) => listMatters(ctx, query) },
  'POST /api/matters': { kind: 'transact', run: (ctx, { body }) => createMatter(ctx, body) },
  'GET /api/matters/offered': { kind: 'read', run: (ctx, { query }) => offerForMatter(ctx, query) },
  'GET /api/matters/:matterId': {
    kind: 'snapshot',
    run: (ctx, { params }) => getMatter(ctx, params.matterId),
  },
  'PUT /api/matters/:matterId': {
    kind: 'transact',
    run: (ctx, { params, body }) => updateMatter(ctx, params.matterId, body),
  },
  'POST /api/matters/:matterId/documents': {
    kind: 'transact',
    run: (ctx, { params, body }) => addMatterDocuments(ctx, params.matterId, body.documentIds),
  },
  'POST /api/matters/:matterId/documents/remove': {
    kind: 'transact',
    run: (ctx, { params, body }) => removeMatterDocuments(ctx, params.matterId, body.documentIds),
  },
  'GET /api/matters/:matterId/history': {
    kind: 'snapshot',
    run: (ctx, { params, query }) => matterHistory(ctx, params.matterId, query),
  },
} satisfies Partial<Handlers>
