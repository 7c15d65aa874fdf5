import type { downloadDocument as endpoint } from '@deedbox/contract/documents.ts'
import { readFileId } from '@deedbox/contract/file-id.ts'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { findDocument } from '../../policy/find.ts'
import { openContent } from '../store/content.ts'
import { downloadAttachment } from './download-attachment.ts'
import { beginReading } from './reading.ts'
import type { RunningDownloads } from './running.ts'

/**
 * Sends the file itself, decrypted as it goes. Its audit event is committed before the first byte leaves, and it is cut off when its access
 * or session ends.
 */
export async function downloadDocument(
  services: Services,
  running: RunningDownloads,
  raw: Raw<typeof endpoint>,
  fileId: string,
): Promise<FastifyReply> {
  const { documentId, attachment } = readFileId(fileId)
  if (attachment.length > 0) return downloadAttachment(services, running, raw, documentId, fileId)
  const { document, recorded } = await beginReading(services, raw, documentId, ({ can }) => {
    if (!can.download) throw new Refusal('download-not-allowed')
    return { event: 'document_downloaded' }
  })
  const content = await openContent(services, document, raw.caller, recorded)
  const mayGoOn = async (ctx: Acting<ReadCtx>) => (await findDocument(ctx, documentId)).can.download
  running.add({ ...raw, mayGoOn, stopped: { event: 'document_download_stopped', documentId } })
  return raw.reply
    .headers({
      'content-type': document.fileType,
      'content-length': document.fileSize,
      'content-disposition': contentDisposition(document.fileName),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(content)
}
