import { randomUUID } from 'node:crypto'
import { finished, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extensionOf } from '@deedbox/contract/documents.ts'
import { locksAt } from '@deedbox/contract/leaving-terms.ts'
import { troubleOf } from '../../db/away.ts'
import type { Origin } from '../../kernel/audit/record.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import { loggable } from '../../kernel/http/error-handler.ts'
import type { Services } from '../../kernel/services.ts'
import { InfectedFile } from '../../platform/clamd.ts'
import { encryptStream } from '../../platform/encryption/stream.ts'
import { Refusal } from '../../platform/errors.ts'
import { storageTrouble } from '../../platform/storage/trouble.ts'
import type { StoredDocument } from '../../policy/find.ts'
import { declaredType } from './file-check.ts'
import { inspection } from './inspect.ts'
import { needsPassword } from './locked.ts'
import { takePath } from './path.ts'
import { recordInfected } from './scan.ts'

/** Owner of the new document; the organisation follows the owner. */
export type Owner = Pick<Actor, 'id' | 'name' | 'email' | 'organizationId' | 'organizationLeavingFrom'>

/** A file that is to be stored. */
export type Incoming = {
  owner: Pick<Owner, 'id' | 'organizationLeavingFrom'>
  /** Person who stores it and from where, for the audit trail. */
  origin: Omit<Origin, 'now'>
  fileName: string
  /** The media type that its sender declares, if any. */
  contentType?: string | undefined
  /** Number of bytes that its sender declares; 0 if unknown. */
  bytes: number
  now: Date
}

type Needs = Pick<Services, 'config' | 'contexts' | 'database' | 'keyring' | 'scanner' | 'storage'> &
  Partial<Pick<Services, 'renderer'>> & { logger: Pick<Services['logger'], 'error' | 'warn'> }

/** Content in the store, not yet recorded: {@link insertDocument} does that. */
export type StoredContent = Pick<
  StoredDocument,
  'id' | 'fileName' | 'filePath' | 'fileType' | 'fileSize' | 'sha256' | 'masterKeyId' | 'locked'
> & { wrappedKey: Buffer }

/** Refuses a document for somebody whose organisation has left: it would be locked at once. @throws Refusal 'organization-locked' */
export function refuseLocked(
  { organizationLeavingFrom: from }: Pick<Owner, 'organizationLeavingFrom'>,
  now: Date,
): void {
  if (from && locksAt(from) <= now) throw new Refusal('organization-locked')
}

/**
 * Stores a file: hashed, checked, scanned for viruses and encrypted as it streams, in constant memory and with no
 * transaction open. If it fails, nothing remains in the store, and `content` is left as it is: its owner destroys it, or
 * reads the rest. A virus is audited.
 * @throws Refusal, 'upload-failed' for whatever is not expected; or an error of the database
 */
export async function storeContent(
  services: Needs,
  { owner, origin, fileName, contentType, bytes, now }: Incoming,
  content: Readable,
): Promise<StoredContent> {
  const { config, database, keyring, scanner, storage, logger } = services
  refuseLocked(owner, now)
  const type = declaredType(fileName, contentType)
  if (bytes > config.maxUploadBytes) throw new Refusal('file-too-large')
  const id = randomUUID()
  const { dataKey, wrapped, masterKeyId } = keyring.newDataKey(id)
  // Runs while the file begins to arrive.
  const path = takePath(database, {
    documentId: id,
    userId: owner.id,
    now,
    extension: extensionOf(fileName),
  })
  path.catch(() => undefined)
  const { inspect, result, isEncrypted } = inspection(type, config.maxUploadBytes)
  // Listens beside the pipeline, which would destroy the connection before the refusal is sent.
  const stopListening = finished(content, { writable: false }, (error) => {
    if (error) inspect.destroy(new Refusal('upload-failed', { cause: error }))
  })
  try {
    content.pipe(inspect)
    const encrypt = encryptStream({ key: dataKey, aad: Buffer.from(id) })
    const put = async (encrypted: AsyncIterable<Buffer>) => {
      await storage.put(await path, encrypted, { expected: bytes }).catch((error: unknown) => {
        throw storageTrouble(error)
      })
    }
    await (scanner ? pipeline(inspect, scanner.scan(), encrypt, put) : pipeline(inspect, encrypt, put))
    stopListening()
    const filePath = await path
    const stored = { id, fileName, filePath, fileType: type, wrappedKey: wrapped, masterKeyId, ...result() }
    const { renderer } = services
    const locked =
      renderer && isEncrypted() ? await needsPassword({ ...services, renderer }, stored, owner) : false
    return { ...stored, locked }
  } catch (error) {
    content.unpipe(inspect)
    const refused = error instanceof Refusal
    // An error of the database is answered like any other of its errors.
    if (!refused) await path
    if (error instanceof InfectedFile)
      await recordInfected(services, origin, error, { fileName, ...result() })
    if (!refused || error.status === 503 || error.code === 'scanner-limit')
      logger.error({ error: loggable(error) }, 'an upload could not be stored')
    if (refused) throw error
    throw new Refusal('upload-failed', { cause: error })
  }
}

/**
 * Runs `record`, which inserts the document of this content. When it certainly inserted nothing the content is removed;
 * after any other error it is unknown whether the row was committed: the sweep finds out.
 */
export async function keepIfRecorded<T>(
  storage: Services['storage'],
  { filePath }: Pick<StoredContent, 'filePath'>,
  record: () => Promise<T>,
): Promise<T> {
  try {
    return await record()
  } catch (error) {
    const unwritten = error instanceof Refusal || troubleOf(error) === 'full'
    if (unwritten) await storage.remove(filePath)
    throw error
  }
}
