import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extensionOf } from '@deedbox/contract/documents.ts'
import type { reencryptDocument as endpoint } from '@deedbox/contract/keys.ts'
import { eq } from 'drizzle-orm'
import { documents } from '../../db/tables/documents.ts'
import { takePath } from '../../documents/store/path.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { decryptStream, encryptStream } from '../../platform/encryption/stream.ts'
import { Refusal } from '../../platform/errors.ts'
import { storageTrouble } from '../../platform/storage/trouble.ts'
import { findDocument } from '../../policy/find.ts'

/**
 * Encrypts a document anew under a new key. The new content is stored under a path of its own, read back and compared with what was uploaded before
 * the row names it; until then the old key and content are in use, and whoever reads goes on. A kill leaves one content too many, never too
 * few: that without a row goes to the quarantine after a day, as does the old one, which nothing opens any more.
 * @throws Refusal 'document-not-found', 'content-removed', 'content-damaged', 'document-changed'
 */
export async function reencryptDocument(
  { database, keyring, storage }: Services,
  { read, transact, now }: Raw<typeof endpoint>,
  { params }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const { document } = await read((ctx) => findDocument(ctx, params.documentId))
  const {
    id,
    wrappedKey: former,
    masterKeyId,
    filePath: formerPath,
    fileName,
    fileSize,
    sha256,
    ownerId,
  } = document
  if (!former) throw new Refusal('content-removed')
  const { dataKey, ...stored } = keyring.newDataKey(id)
  const plainOf = async (key: Buffer, path: string) => {
    const plain = decryptStream({ key, aad: Buffer.from(id), plainBytes: fileSize })
    return [await storage.open(path), plain] as const
  }
  const filePath = await takePath(database, {
    documentId: id,
    userId: ownerId,
    now,
    extension: extensionOf(fileName),
  })
  try {
    const formerKey = keyring.unwrap({ wrapped: former, masterKeyId, documentId: id })
    const [from, decrypt] = await plainOf(formerKey, formerPath)
    await pipeline(
      from,
      decrypt,
      encryptStream({ key: dataKey, aad: Buffer.from(id) }),
      async (encrypted) => {
        await storage.put(filePath, encrypted as Readable, { expected: fileSize })
      },
    )
    const hash = createHash('sha256')
    const [back, opened] = await plainOf(dataKey, filePath)
    await pipeline(back, opened, hash)
    if (hash.digest('hex') !== sha256) throw new Refusal('content-damaged')
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw storageTrouble(error)
  }
  return transact(async (ctx) => {
    const { document: latest } = await findDocument(ctx, id, { lock: true })
    if (latest.filePath !== formerPath || !latest.wrappedKey) throw new Refusal('document-changed')
    await ctx.tx
      .update(documents)
      .set({ filePath, wrappedKey: stored.wrapped, masterKeyId: stored.masterKeyId })
      .where(eq(documents.id, id))
    await ctx.audit({ event: 'document_reencrypted', documentId: id })
    return { success: true as const }
  })
}
