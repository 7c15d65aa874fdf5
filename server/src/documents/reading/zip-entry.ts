import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { AuditDetails } from '@deedbox/contract/audit-events.ts'
import type { ZipFile } from 'yazl'
import type { Acting, Caller, ReadCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import type { StoredDocument } from '../../policy/find.ts'
import { checkContent, openContent, readContent } from '../store/content.ts'
import { beginReading, type Reading } from './reading.ts'

/** Content up to this size is read once, into memory; larger content is read once to check it, and again to send it. */
const inMemoryBytes = 1024 * 1024
const sliceBytes = 64 * 1024
/** Entries are not compressed: most documents are already. */
export const stored = { compress: false } as const

/** Person who takes documents. `read`: runs with the person as they are now; refuses once they may no longer be here. */
export type Taker = { caller: Caller; read: <T>(fn: (ctx: Acting<ReadCtx>) => Promise<T>) => Promise<T> }

/** `content` is null where it is damaged. */
export type Taken = Pick<Reading, 'document' | 'can'> & { content: Readable | null }

/**
 * Takes a document with its audited content, checked to the end, for a ZIP.
 * @param details of the audit event
 * @returns a Refusal where the document is gone or may not be downloaded
 * @throws Refusal when the person may not continue, or the content store is away
 */
export async function takeWhole(
  services: Services,
  { read, caller }: Taker,
  id: string,
  details: AuditDetails<'document_downloaded'>,
): Promise<Taken | Refusal> {
  // Outside the following: a person who may not be here ends the take-out.
  const { actor, now, settings } = await read(async (ctx) => ctx)
  let reading: Reading
  try {
    reading = await beginReading(services, { actor, now, settings, caller }, id, ({ can }) => {
      if (!can.download) throw new Refusal('download-not-allowed')
      return { event: 'document_downloaded', details }
    })
  } catch (error) {
    if (error instanceof Refusal && ['document-not-found', 'download-not-allowed'].includes(error.code))
      return error
    throw error
  }
  const { document, can, recorded } = reading
  await recorded
  try {
    return { document, can, content: await wholeContent(services, document, caller) }
  } catch (error) {
    if (error instanceof Refusal && ['content-damaged', 'content-removed'].includes(error.code))
      return { document, can, content: null }
    throw error
  }
}

/** Opens the content as a stream that has been checked to its end. */
async function wholeContent(services: Services, document: StoredDocument, caller: Caller): Promise<Readable> {
  if (document.fileSize <= inMemoryBytes) {
    const bytes = await readContent(services, document, caller)
    return Readable.from(slices(bytes), { objectMode: false })
  }
  await checkContent(services, document, caller, Promise.resolve())
  return openContent(services, document, caller, Promise.resolve())
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes)
}

/** Adds an entry, and waits until all of its content has been taken by whoever reads the ZIP. */
export async function addEntry(
  zip: ZipFile,
  name: string,
  content: Readable,
  { signal, ...options }: { signal: AbortSignal; size?: number; mtime: Date },
): Promise<void> {
  const ended = once(content, 'end', { signal })
  ended.catch(() => content.destroy())
  zip.addReadStream(content, name, { ...stored, ...options })
  await ended
}
