import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { type Acting, acting, type ReadCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { findDocument } from '../../policy/find.ts'
import { fileOf } from './file.ts'
import { asRefusal, type Reading } from './open-pages.ts'
import { beginReading } from './reading.ts'
import type { RunningDownloads } from './running.ts'

/**
 * Sends a file attached to a mail to whoever may download the mail, once its audit event is committed. It is read in memory, as to be shown, and
 * cut off when the access or session ends.
 */
export async function downloadAttachment(
  services: Services,
  running: RunningDownloads,
  reader: Reading,
  documentId: string,
  fileId: string,
): Promise<FastifyReply> {
  const found = await services.contexts.read(reader.caller, (ctx) => findDocument(acting(ctx), documentId))
  if (!found.can.download) throw new Refusal('download-not-allowed')
  const failed = (error: unknown) => {
    throw asRefusal(error, found.document.fileType)
  }
  const file = await fileOf(services, reader, found.document, fileId).catch(failed)
  const content = await file.bytes().catch(failed)
  const { recorded } = await beginReading(services, reader, documentId, ({ can }) => {
    if (!can.download) throw new Refusal('download-not-allowed')
    return { event: 'document_downloaded', details: file.details }
  })
  await recorded
  const mayGoOn = async (ctx: Acting<ReadCtx>) => (await findDocument(ctx, documentId)).can.download
  const stopped = { event: 'document_download_stopped', documentId, details: file.details } as const
  running.add({ ...reader, mayGoOn, stopped })
  return reader.reply
    .headers({
      'content-type': 'application/octet-stream',
      'content-length': content.length,
      'content-disposition': contentDisposition(file.name),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(content)
}
