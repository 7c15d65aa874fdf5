import { Readable } from 'node:stream'
import { toDetails } from '@deedbox/contract/document-details.ts'
import { faultOfFile } from '@deedbox/contract/upload-protocol.ts'
import { and, eq } from 'drizzle-orm'
import { uploads } from '../../db/tables/uploads.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { keepIfRecorded, storeContent } from '../store/store.ts'
import type { Holding } from './call.ts'
import { discard } from './discard.ts'
import { whileFinishing } from './hold.ts'
import { insertUploaded } from './insert-uploaded.ts'
import { removeParts } from './parts.ts'
import type { UploadRow } from './row.ts'

/**
 * Makes a whole upload a document, as an ordinary upload is made one: its content is checked, hashed and encrypted with a
 * new key as it streams into its place, then the row, the audit event and the end of the upload are one transaction. A
 * file that is refused is discarded.
 * @param content the whole file
 * @returns the document's id, and whether it is a PDF that needs a password
 */
export async function finishUpload(
  services: Services,
  { raw, holder }: Holding,
  row: UploadRow,
  content: AsyncIterable<Buffer>,
): Promise<{ documentId: string; locked: boolean }> {
  const { database, storage } = services
  const { request, caller, actor, now } = raw
  const source = Readable.from(content, { objectMode: false })
  try {
    return await whileFinishing(database, { id: row.id, holder }, async () => {
      const incoming = {
        owner: actor,
        origin: { ...caller, actor },
        fileName: row.fileName,
        contentType: row.fileType,
        bytes: row.fileSize,
        now,
      }
      const stored = await storeContent({ ...services, logger: request.log }, incoming, source)
      return keepIfRecorded(storage, stored, async () => {
        const recorded = await database.transaction(async (tx) => {
          const document = await insertUploaded(services, raw, stored, {
            details: toDetails(row.details),
            matterId: row.matterId,
            versionOf: row.versionOf,
            reserved: row.fileSize,
          })
          if (!document) return false
          const ended = await tx
            .update(uploads)
            .set({ documentId: stored.id, wrappedKey: null, finishingUntil: null, parts: [] })
            .where(and(eq(uploads.id, row.id), eq(uploads.holder, holder)))
            .returning({ id: uploads.id })
          if (ended.length === 0) throw new Refusal('upload-busy')
          return true
        })
        if (recorded) {
          void removeParts(services, row.id)
          return { documentId: stored.id, locked: stored.locked }
        }
        // Refuses, as the session has ended.
        await raw.read(async () => undefined)
        throw new Error('A document was not written')
      })
    })
  } catch (error) {
    source.destroy()
    const own = error instanceof Refusal && error.cause instanceof Refusal ? error.cause : error
    if (own instanceof Refusal && faultOfFile(own.code))
      await discard(services, raw, row, own.code).catch(() => undefined)
    throw own
  }
}
