import type { downloadDocument as endpoint } from '@deedbox/contract/documents.ts'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { findDocument } from '../access/find.ts'
import type { Raw } from '../http/handler.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { openContent } from './content.ts'

/** The file itself, decrypted as it goes. Its audit event is committed before the first byte leaves. */
export async function downloadDocument(
  services: Services,
  raw: Raw<typeof endpoint>,
  documentId: string,
): Promise<FastifyReply> {
  const document = await raw.transact(async (ctx) => {
    const found = await findDocument(ctx, documentId)
    if (!found.can.download) throw new Refusal('download-not-allowed')
    await ctx.audit({ event: 'document_downloaded', documentId })
    return found.document
  })
  const content = await openContent(services, document, raw.caller)
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
