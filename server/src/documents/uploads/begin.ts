import { toDetails } from '@deedbox/contract/document-details.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { type UploadMetadata, uploadMetadata } from '@deedbox/contract/uploads.ts'
import { and, eq } from 'drizzle-orm'
import { uploads } from '../../db/tables/uploads.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { isStorableInput } from '../../platform/storable.ts'
import { findKept } from '../../policy/matters.ts'
import { refuseFuture } from '../details.ts'
import { declaredType } from '../store/file-check.ts'
import { refuseLocked } from '../store/store.ts'
import { findEarlier } from '../versions/version.ts'
import type { Holding, UploadCall } from './call.ts'
import { keyOwner } from './parts.ts'
import { ownUploads, type UploadRow, unfinished } from './row.ts'
import { checkStorage, holdUploads } from './stored-bytes.ts'

/** Reads what the client says about the file. @throws ZodError, answered as 'invalid-input'; Refusal 'file-…' */
export function readMetadata(sent: Record<string, string | null> | undefined): UploadMetadata {
  if (!isStorableInput(sent)) throw new Refusal('invalid-input')
  // The protocol knows no empty value, only a name without one.
  const values = Object.entries(sent ?? {}).map(([name, value]) => [name, value ?? ''])
  const metadata = uploadMetadata.parse(Object.fromEntries(values))
  declaredType(metadata.fileName, metadata.fileType)
  return metadata
}

/** Finds the caller's unfinished upload that was begun with this key: the answer of its beginning may have been lost. */
export async function findByKey(raw: UploadCall, key: string | undefined): Promise<UploadRow | undefined> {
  if (!key) return undefined
  const found = await raw.read((ctx) =>
    ctx.tx
      .select()
      .from(uploads)
      .where(and(ownUploads(ctx), eq(uploads.key, key))),
  )
  return found[0]
}

/** Inserts the row of a new upload, if the caller may have another one, may keep as much, and there is room for it. */
export async function beginUpload(
  { config, contexts, keyring, storage }: Services,
  { raw: { actor, now, settings }, holder }: Holding,
  { id, fileSize, metadata }: { id: string; fileSize: number; metadata: UploadMetadata },
): Promise<void> {
  refuseLocked(actor, now)
  const details = toDetails(metadata)
  refuseFuture(details, { now, settings })
  if (fileSize === 0) throw new Refusal('file-empty')
  if (fileSize > config.maxUploadBytes) throw new Refusal('file-too-large')
  // Space is needed for its parts, and then for the document.
  if (!storage.hasRoomFor(2 * fileSize)) throw new Refusal('no-space')
  const { fileName, fileType, lastModified, key, matterId, versionOf } = metadata
  const { wrapped, masterKeyId } = keyring.newDataKey(keyOwner(id))
  const limit = limits.upload.unfinished
  await contexts.work(async (ctx) => {
    const own = { ...ctx, actor }
    if (versionOf) await findEarlier(own, versionOf)
    else if (matterId) await findKept(own, matterId)
    await holdUploads(own)
    const going = await ctx.tx.$count(uploads, and(ownUploads(own), unfinished))
    if (going >= limit) throw new Refusal('upload-limit', { values: { limit } })
    await checkStorage(own, fileSize)
    await ctx.tx.insert(uploads).values({
      id,
      ownerId: actor.id,
      key,
      fileName,
      fileType: declaredType(fileName, fileType),
      fileSize,
      details,
      lastModified,
      matterId,
      versionOf,
      wrappedKey: wrapped,
      masterKeyId,
      holder,
      createdAt: now,
      changedAt: now,
    })
  })
}
