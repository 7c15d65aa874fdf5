import { once } from 'node:events'
import { pipeline, type Readable } from 'node:stream'
import type { Caller } from '../../kernel/context/context.ts'
import { loggable } from '../../kernel/http/error-handler.ts'
import type { Services } from '../../kernel/services.ts'
import { ContentDamagedError, decryptStream } from '../../platform/encryption/stream.ts'
import { Refusal } from '../../platform/errors.ts'
import { ObjectMissingError } from '../../platform/storage/storage.ts'
import { storageTrouble } from '../../platform/storage/trouble.ts'
import type { StoredDocument } from '../../policy/find.ts'

/** Facts by which the content of a document is found and opened. */
type Content = Pick<StoredDocument, 'id' | 'filePath' | 'fileSize' | 'masterKeyId' | 'wrappedKey'>
/** Services that open content. */
type Needs = Pick<Services, 'contexts' | 'keyring' | 'storage'> & {
  logger: Pick<Services['logger'], 'error'>
}

/**
 * Opens the plain content of a document as a stream whose first part has been authenticated. It is prepared while the audit event of the
 * reading is being committed, and returned after that. A later part that is not authentic makes the stream fail before any of it is
 * released; damage is audited either way.
 * @param recorded resolves once that event is committed
 * @throws Refusal 'content-damaged', 'content-removed', 'storage-unavailable'.
 */
export async function openContent(
  services: Needs,
  document: Content,
  caller: Caller,
  recorded: Promise<void>,
): Promise<Readable> {
  const { wrappedKey: wrapped, masterKeyId, id: documentId } = document
  let plain: Readable | undefined
  let shown = false
  let failure: unknown
  try {
    if (!wrapped) throw new Refusal('content-removed')
    const key = services.keyring.unwrap({ wrapped, masterKeyId, documentId })
    const stored = await services.storage.open(document.filePath)
    const decrypted = decryptStream({ key, aad: Buffer.from(documentId), plainBytes: document.fileSize })
    plain = decrypted
    pipeline(stored, decrypted, (error) => {
      failure = error
      if (shown && isDamage(error)) void auditDamage(services, documentId, caller)
    })
    await once(plain, 'readable')
    await recorded
    // A later part may have failed in the meantime: nothing has been sent yet, so it can still be refused.
    if (failure) throw failure
    shown = true
    return plain
  } catch (error) {
    plain?.destroy()
    await recorded
    if (!isDamage(error)) throw storageTrouble(error)
    await auditDamage(services, documentId, caller)
    throw new Refusal('content-damaged', { cause: error })
  }
}

/** Reads the plain content of a document in memory, in its own buffer. */
export async function readContent(services: Needs, document: Content, caller: Caller): Promise<Buffer> {
  const content = Buffer.allocUnsafeSlow(document.fileSize)
  let filled = 0
  try {
    const plain = await openContent(services, document, caller, Promise.resolve())
    for await (const chunk of plain) filled += (chunk as Buffer).copy(content, filled)
  } catch (error) {
    throw readingFault(error)
  }
  return content
}

/**
 * Reads the whole content to see that it is all authentic, and keeps none of it.
 * @throws Refusal 'content-damaged', 'content-removed'.
 */
export async function checkContent(
  services: Needs,
  document: Content,
  caller: Caller,
  recorded: Promise<void>,
): Promise<void> {
  try {
    for await (const _ of await openContent(services, document, caller, recorded));
  } catch (error) {
    throw readingFault(error)
  }
}

/** Returns the refusal for content that could not be read to its end. */
const readingFault = (error: unknown): unknown =>
  isDamage(error) ? new Refusal('content-damaged', { cause: error }) : storageTrouble(error)

const isDamage = (error: unknown): boolean =>
  error instanceof ContentDamagedError || error instanceof ObjectMissingError

/** Audits the damage; an error here is only logged, so that it does not hide the damage. */
async function auditDamage({ contexts, logger }: Needs, documentId: string, caller: Caller): Promise<void> {
  try {
    await contexts.transact(caller, (ctx) => ctx.audit({ event: 'document_damaged', documentId }))
  } catch (error) {
    logger.error({ error: loggable(error), documentId }, 'damaged content could not be audited')
  }
}
