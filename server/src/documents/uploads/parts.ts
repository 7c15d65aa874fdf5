import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import { run } from '../../db/named.ts'
import type { Part } from '../../db/tables/uploads.ts'
import { loggable } from '../../kernel/http/error-handler.ts'
import type { Services } from '../../kernel/services.ts'
import { ContentDamagedError, decryptStream, encryptStream } from '../../platform/encryption/stream.ts'
import { Refusal } from '../../platform/errors.ts'
import { ObjectMissingError } from '../../platform/storage/storage.ts'
import { storageTrouble } from '../../platform/storage/trouble.ts'
import type { UploadRow } from './row.ts'

/** Bytes of the parts in which an upload is stored and acknowledged: larger ones lose more when a server dies. */
export const PART_BYTES = 16 * 1024 * 1024
/** Milliseconds after which a part ends on a slow line, for the same reason. */
export const PART_MS = 15_000
/** A file has this many parts more than it needs, at most: for a day on a slow line, but not for a part for every byte. */
const SPARE_PARTS = 6_000

type Key = { dataKey: Buffer }
/** Binds each part to its upload and place. It is a stream of its own, with its own random salt and so its own AES key. */
const bound = (uploadId: string, at: number) => Buffer.from(`${uploadId}:${at}`)
/** Returns the name to which the data key of an upload is bound: no document has such an id. */
export const keyOwner = (uploadId: string): string => `upload:${uploadId}`

/** @throws Refusal 'upload-damaged' if the key is not the one of this upload. */
export function keyOf({ keyring }: Pick<Services, 'keyring'>, row: UploadRow): Key {
  if (!row.wrappedKey) throw new Refusal('upload-not-found')
  const { wrappedKey: wrapped, masterKeyId } = row
  return { dataKey: keyring.unwrap({ wrapped, masterKeyId, documentId: keyOwner(row.id) }) }
}

/**
 * Stores what comes, which may end early, as a part of the file from `at` on. It counts once {@link addPart} has
 * recorded it.
 */
export async function storePart(
  { storage }: Pick<Services, 'storage'>,
  { dataKey }: Key,
  { id, at, expected }: { id: string; at: number; expected: number },
  plain: AsyncIterable<Buffer>,
): Promise<Part> {
  const name = `${id}.${at}.${randomUUID()}`
  let bytes = 0
  const counted = async function* () {
    for await (const chunk of plain) {
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(
    Readable.from(counted(), { objectMode: false }),
    encryptStream({ key: dataKey, aad: bound(id, at) }),
    async (encrypted) => {
      await storage.parts.put(name, encrypted, { expected }).catch((error: unknown) => {
        throw storageTrouble(error)
      })
    },
  )
  return { name, bytes }
}

/** Records a stored part, which is then acknowledged. @throws Refusal 'upload-busy' if somebody else goes on with it. */
export async function addPart(
  { database, storage, clock }: Pick<Services, 'database' | 'storage' | 'clock'>,
  { id, holder, at }: { id: string; holder: string; at: number },
  part: Part,
): Promise<void> {
  const added = await run(
    database,
    sql`
      update uploads set received = received + ${part.bytes}::bigint, parts = parts || ${JSON.stringify([part])}::jsonb,
        changed_at = date_trunc('milliseconds', now()) + ${clock.shiftMs} * interval '1 millisecond'
      where id = ${id}::uuid and holder = ${holder}::uuid and received = ${at}::bigint and document_id is null
      returning id`,
    { prepared: true },
  )
  if (added.length > 0) return
  await storage.parts.remove(part.name)
  throw new Refusal('upload-busy')
}

/** @throws Refusal 'upload-pieces' for an upload that has far more parts than it needs. */
export function checkCount({ parts, fileSize }: UploadRow): void {
  if (parts.length >= Math.ceil(fileSize / PART_BYTES) + SPARE_PARTS) throw new Refusal('upload-pieces')
}

/** Yields the plain content of parts in their order. @throws Refusal 'upload-damaged' */
export async function* readParts(
  { storage }: Pick<Services, 'storage'>,
  { dataKey }: Key,
  uploadId: string,
  parts: readonly Part[],
): AsyncGenerator<Buffer> {
  let at = 0
  for (const { name, bytes } of parts) {
    try {
      const stored = await storage.parts.open(name)
      const plain = decryptStream({ key: dataKey, aad: bound(uploadId, at), plainBytes: bytes })
      const done = pipeline(stored, plain)
      // The error also ends the loop.
      done.catch(() => undefined)
      yield* plain as AsyncIterable<Buffer>
      await done
    } catch (error) {
      const damaged = error instanceof ContentDamagedError || error instanceof ObjectMissingError
      throw damaged ? new Refusal('upload-damaged', { cause: error }) : storageTrouble(error)
    }
    at += bytes
  }
}

/** Removes every part of an upload, also those that were never recorded. Parts that cannot be removed are left to the job. */
export async function removeParts(
  { storage, logger }: Pick<Services, 'storage' | 'logger'>,
  uploadId: string,
): Promise<void> {
  try {
    for await (const { path } of storage.parts.list(`${uploadId}.`)) await storage.parts.remove(path)
  } catch (error) {
    logger.warn({ error: loggable(error) }, 'the parts of an upload could not be removed yet')
  }
}
