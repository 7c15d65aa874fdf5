import { and, desc } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { uploads } from '../../db/tables/uploads.ts'
import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import type { UploadCall } from './call.ts'
import type { Running } from './hold.ts'
import { findUpload, ownUploads, toUpload, unfinished } from './row.ts'
import { storageOf } from './stored-bytes.ts'
import { serveTus, uploadsPath } from './tus.ts'
import { UploadStore } from './upload-store.ts'

export function uploadHandlers(services: Services) {
  const running: Running = new Map()
  /** Reads whose upload it is, before everything else. */
  const own = async (raw: UploadCall, { uploadId }: { uploadId: string }) => {
    const row = await raw
      .read((ctx) => findUpload(ctx, uploadId))
      .catch((error: unknown) => {
        raw.request.raw.resume()
        throw error
      })
    return { row, serve: () => serveTus(services, running, raw, uploadId) }
  }
  return {
    'GET /api/uploads': {
      kind: 'read',
      run: async (ctx) => {
        const rows = await ctx.tx
          .select()
          .from(uploads)
          .where(and(ownUploads(ctx), unfinished))
          .orderBy(desc(uploads.createdAt))
        return { uploads: rows.map(toUpload), storage: await storageOf(ctx) }
      },
    },
    'POST /api/uploads': { kind: 'raw', run: (raw) => serveTus(services, running, raw) },
    'GET /api/uploads/:uploadId': {
      kind: 'raw',
      run: async (raw, { params }) => {
        const { row, serve } = await own(raw, params)
        return raw.request.method === 'HEAD' ? serve() : { upload: toUpload(row) }
      },
    },
    'PATCH /api/uploads/:uploadId': {
      kind: 'raw',
      run: async (raw, { params }) => (await own(raw, params)).serve(),
    },
    'DELETE /api/uploads/:uploadId': {
      kind: 'raw',
      run: async (raw, { params }) => (await own(raw, params)).serve(),
    },
  } satisfies Partial<Handlers>
}

/** Serves what the protocol tells anybody who asks: its version and what of it is served. */
export function uploadOptions(app: FastifyInstance, { config }: Services): void {
  for (const [url, allow] of [
    [uploadsPath, 'GET, HEAD, OPTIONS, POST'],
    [`${uploadsPath}/:uploadId`, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
  ] as const)
    app.options(url, async (_request, reply) =>
      reply
        .code(204)
        .headers({
          allow,
          'tus-resumable': '1.0.0',
          'tus-version': '1.0.0',
          'tus-extension': UploadStore.extensions.join(','),
          'tus-max-size': String(config.maxUploadBytes),
        })
        .send(),
    )
}
