import type { Handlers } from '../kernel/http/handler.ts'
import type { Services } from '../kernel/services.ts'
import { archiveDocuments, confirmDocuments, unarchiveDocuments } from './changing/archive.ts'
import { correctDocuments } from './changing/correct.ts'
import { deleteDocuments, restoreDocument, restoreDocuments } from './changing/delete.ts'
import { previewDocuments } from './changing/preview-changes.ts'
import { documentHistory } from './history/history.ts'
import { linkDocuments, unlinkDocuments } from './links/link.ts'
import { listDocuments } from './lists/list.ts'
import { getDocument } from './lists/one.ts'
import { downloadDocument } from './reading/download.ts'
import { downloadDocuments } from './reading/download-many.ts'
import {
  documentAnnotations,
  documentOutline,
  documentSignatures,
  drawPage,
  drawThumbnails,
  listPages,
  pagesText,
  pageText,
  searchPages,
} from './reading/pages.ts'
import { runningDownloads } from './reading/running.ts'
import { showPages } from './reading/shown-pages.ts'
import { unlockFile } from './reading/unlock.ts'
import { setSignatories } from './signatories/signatories.ts'
import { listUnrecorded } from './store/unrecorded.ts'
import { findDuplicates } from './uploads/duplicates.ts'
import { uploadDocument } from './uploads/upload.ts'
import { addVersion, removeVersion } from './versions/version.ts'

export const documentHandlers = (services: Services, running = runningDownloads(services)) =>
  ({
    'GET /api/documents': {
      kind: 'read',
      run: (ctx, { query }) => listDocuments(ctx, query, services.words),
    },
    'POST /api/documents': {
      kind: 'raw',
      run: (raw, { query }) => uploadDocument(services, raw, query),
    },
    'POST /api/documents/correct': {
      kind: 'transact',
      run: (ctx, { body }) => correctDocuments(ctx, body),
    },
    'POST /api/documents/archive': {
      kind: 'transact',
      run: (ctx, { body }) => archiveDocuments(ctx, body),
    },
    'POST /api/documents/unarchive': {
      kind: 'transact',
      run: (ctx, { body }) => unarchiveDocuments(ctx, body.documentIds),
    },
    'POST /api/documents/confirm': {
      kind: 'transact',
      run: (ctx, { body }) => confirmDocuments(ctx, body.documentIds),
    },
    'POST /api/documents/preview': {
      kind: 'snapshot',
      run: (ctx, { body }) => previewDocuments(ctx, body),
    },
    'POST /api/document-links': {
      kind: 'transact',
      run: (ctx, { body }) => linkDocuments(ctx, body),
    },
    'DELETE /api/document-links/:linkId': {
      kind: 'transact',
      run: (ctx, { params }) => unlinkDocuments(ctx, params.linkId),
    },
    'POST /api/document-versions': {
      kind: 'transact',
      run: (ctx, { body }) => addVersion(ctx, body),
    },
    'DELETE /api/document-versions/:documentId': {
      kind: 'transact',
      run: (ctx, { params }) => removeVersion(ctx, params.documentId),
    },
    'PUT /api/documents/:documentId/signatories': {
      kind: 'transact',
      run: (ctx, { params, body }) => setSignatories(ctx, params.documentId, body),
    },
    'POST /api/documents/download': {
      kind: 'raw',
      run: (raw, input) => downloadDocuments(services, running, raw, input),
    },
    'POST /api/documents/delete': {
      kind: 'raw',
      run: async (raw, { body: { documentIds } }) => {
        const deleted = await raw.transact((ctx) => deleteDocuments(ctx, documentIds))
        for (const id of documentIds) services.renderer.forget(id)
        return deleted
      },
    },
    'POST /api/documents/restore': {
      kind: 'transact',
      run: (ctx, { body }) => restoreDocuments(ctx, body.documentIds),
    },
    'POST /api/documents/duplicates': {
      kind: 'read',
      run: (ctx, { body }) => findDuplicates(ctx, body.hashes),
    },
    'GET /api/documents/:documentId': {
      kind: 'read',
      run: (ctx, { params }) => getDocument(ctx, params.documentId),
    },
    'DELETE /api/documents/:documentId': {
      kind: 'raw',
      run: async (raw, { params }) => {
        await raw.transact((ctx) => deleteDocuments(ctx, [params.documentId]))
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
    'POST /api/documents/:documentId/unlock': {
      kind: 'raw',
      run: (raw, { params, body }) => unlockFile(services, raw, params.documentId, body.password),
    },
    'GET /api/documents/:documentId/pages/:page': {
      kind: 'raw',
      run: (raw, { params, query }) => drawPage(services, raw, params, query),
    },
    'GET /api/documents/:documentId/pages/:page/text': {
      kind: 'raw',
      run: (raw, { params }) => pageText(services, raw, params),
    },
    'POST /api/documents/:documentId/pages/shown': {
      kind: 'transact',
      run: (ctx, { params, body }) => showPages(ctx, params.documentId, body.pages),
    },
    'GET /api/documents/:documentId/thumbnails': {
      kind: 'raw',
      run: (raw, { params, query }) => drawThumbnails(services, raw, params.documentId, query),
    },
    'GET /api/documents/:documentId/text': {
      kind: 'raw',
      run: (raw, { params, query }) => pagesText(services, raw, params.documentId, query),
    },
    'GET /api/documents/:documentId/outline': {
      kind: 'raw',
      run: (raw, { params }) => documentOutline(services, raw, params.documentId),
    },
    'GET /api/documents/:documentId/annotations': {
      kind: 'raw',
      run: (raw, { params }) => documentAnnotations(services, raw, params.documentId),
    },
    'GET /api/documents/:documentId/signatures': {
      kind: 'raw',
      run: (raw, { params }) => documentSignatures(services, raw, params.documentId),
    },
    'GET /api/documents/:documentId/search': {
      kind: 'raw',
      run: (raw, { params, query }) => searchPages(services, raw, params.documentId, query),
    },
    'GET /api/documents/:documentId/history': {
      kind: 'read',
      run: (ctx, { params, query }) => documentHistory(ctx, params.documentId, query),
    },
    'GET /api/storage/unrecorded': { kind: 'snapshot', run: listUnrecorded },
  }) satisfies Partial<Handlers>
