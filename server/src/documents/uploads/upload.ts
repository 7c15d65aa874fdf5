import { Readable } from 'node:stream'
import { type Details, toDetails } from '@deedbox/contract/document-details.ts'
import type { Document, uploadDocument as endpoint } from '@deedbox/contract/documents.ts'
import type { Input, Raw } from '../../kernel/http/handler.ts'
import { fileBody } from '../../kernel/http/register.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { findKept } from '../../policy/matters.ts'
import { refuseFuture } from '../details.ts'
import { toDocument } from '../lists/one.ts'
import { keepIfRecorded, type StoredContent, storeContent } from '../store/store.ts'
import { findEarlier } from '../versions/version.ts'
import { insertUploaded } from './insert-uploaded.ts'
import { checkStorage, isLimited } from './stored-bytes.ts'

type Query = Input<typeof endpoint>['query']

/** Stores the body of a request as a document of the caller. If anything fails, nothing remains. */
export async function uploadDocument(
  services: Services,
  raw: Raw<typeof endpoint>,
  query: Query,
): Promise<{ document: Document }> {
  const details = toDetails(query)
  const { matterId, versionOf } = query
  const content = await receive(services, raw, query, details)
  return keepIfRecorded(services.storage, content, () =>
    record(services, raw, { details, matterId, versionOf }, content),
  )
}

async function receive(
  services: Services,
  { request, reply, caller, actor, now, settings, read }: Raw<typeof endpoint>,
  { fileName, matterId, versionOf }: Query,
  details: Details,
): Promise<StoredContent> {
  // Undefined when the request has no body.
  const body: Readable | undefined = fileBody(request)
  const incoming = {
    owner: actor,
    origin: { ...caller, actor },
    fileName,
    contentType: request.headers['content-type'],
    bytes: Number(request.headers['content-length'] ?? 0),
    now,
  }
  try {
    refuseFuture(details, { now, settings })
    if (versionOf) await read((ctx) => findEarlier(ctx, versionOf))
    else if (matterId) await read((ctx) => findKept(ctx, matterId))
    // A file that has no room is refused before it is read, if its size is announced; in any case when it is recorded.
    if (isLimited(actor) && incoming.bytes <= services.config.maxUploadBytes)
      await read((ctx) => checkStorage(ctx, Math.max(incoming.bytes, 1)))
    return await storeContent({ ...services, logger: request.log }, incoming, body ?? Readable.from([]))
  } catch (error) {
    // The rest is discarded as it arrives, so that the client can read the answer; unless the file is too large.
    body?.resume()
    if (error instanceof Refusal && error.code === 'file-too-large') reply.header('connection', 'close')
    throw error
  }
}

async function record(
  services: Services,
  raw: Raw<typeof endpoint>,
  given: Parameters<typeof insertUploaded>[3],
  content: StoredContent,
): Promise<{ document: Document }> {
  const document = await insertUploaded(services, raw, content, given)
  if (document) return { document: toDocument(raw.actor, document, null) }
  // Refuses, as the session has ended.
  await raw.read(async () => undefined)
  throw new Error('A document was not written')
}
