import type { Serves } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { deleteDocument, restoreDocument } from './delete.ts'
import { downloadDocument } from './download.ts'
import { documentHistory } from './history.ts'
import { listDocuments } from './list.ts'
import { getDocument } from './one.ts'
import { drawPage, listPages, pageText, searchPages } from './pages.ts'
import { runningDownloads } from './running.ts'
import { listUnrecorded } from './unrecorded.ts'
import { uploadDocument } from './upload.ts'

export const documentHandlers = (
  services: Services,
  running = runningDownloads(services),
): Serves<
  | 'GET /api/documents'
  | 'POST /api/documents'
  | 'GET /api/documents/:documentId'
  | 'DELETE /api/documents/:documentId'
  | 'POST /api/documents/:documentId/restore'
  | 'GET /api/documents/:documentId/content'
  | 'GET /api/documents/:documentId/pages'
  | 'GET /api/documents/:documentId/pages/:page'
  | 'GET /api/documents/:documentId/pages/:page/text'
  | 'GET /api/documents/:documentId/search'
  | 'GET /api/documents/:documentId/history'
  | 'GET /api/storage/unrecorded'
> => ({
  'GET /api/documents': {
    kind: 'read',
    run: (ctx, { query }) => listDocuments(ctx, query),
  },
  'POST /api/documents': {
    kind: 'raw',
    run: (raw, { query }) => uploadDocument(services, raw, query),
  },
  'GET /api/documents/:documentId': {
    kind: 'read',
    run: (ctx, { params }) => getDocument(ctx, params.documentId),
  },
  'DELETE /api/documents/:documentId': {
    kind: 'raw',
    run: async (raw, { params }) => {
      await raw.transact((ctx) => deleteDocument(ctx, params.documentId))
      services.renderer.forget(params.documentId)
      return { success: true as const }
    },
  },
  'POST /api/documents/:documentId/restore': {
    kind: 'transact',
    run: (ctx, { params }) => restoreDocument(ctx, params.documentId),
  },
  'GET /api/documents/:documentId/content': {
    kind: 'raw',
    run: (raw, { params }) => downloadDocument(services, running, raw, params.documentId),
  },
  'GET /api/documents/:documentId/pages': {
    kind: 'raw',
    run: (raw, { params }) => listPages(services, raw, params.documentId),
  },
  'GET /api/documents/:documentId/pages/:page': {
    kind: 'raw',
    run: (raw, { params }) => drawPage(services, raw, params),
  },
  'GET /api/documents/:documentId/pages/:page/text': {
    kind: 'raw',
    run: (raw, { params }) => pageText(services, raw, params),
  },
  'GET /api/documents/:documentId/search': {
    kind: 'raw',
    run: (raw, { params, query }) => searchPages(services, raw, params.documentId, query.text),
  },
  'GET /api/documents/:documentId/history': {
    kind: 'read',
    run: (ctx, { params, query }) => documentHistory(ctx, params.documentId, query),
  },
  'GET /api/storage/unrecorded': { kind: 'snapshot', run: listUnrecorded },
})
