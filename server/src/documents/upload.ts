import { Readable } from 'node:stream'
import type { Document, uploadDocument as endpoint } from '@deedbox/contract/documents.ts'
import type { Input, Raw } from '../http/handler.ts'
import { fileBody } from '../http/register.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { insertDocument, statusFor, whileSession } from './insert.ts'
import { toDocument } from './one.ts'
import { keepIfRecorded, type StoredContent, storeContent } from './store.ts'

type Query = Input<typeof endpoint>['query']

/** Stores the body of a request as a document of the caller. If anything fails, nothing remains. */
export async function uploadDocument(
  services: Services,
  raw: Raw<typeof endpoint>,
  query: Query,
): Promise<{ document: Document }> {
  const content = await receive(services, raw, query.fileName)
  return keepIfRecorded(services.storage, content, () => record(services, raw, query, content))
}

async function receive(
  services: Services,
  { request, reply, caller, actor, now }: Raw<typeof endpoint>,
  fileName: string,
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
  { read, caller, actor }: Raw<typeof endpoint>,
  { title, type, clientName, expiryDate }: Query,
  content: StoredContent,
): Promise<{ document: Document }> {
  const document = await insertDocument(
    services,
    { ...caller, actor },
    whileSession(caller.token, actor.id),
    {
      status: statusFor(actor),
      owner: actor,
      content,
      title,
      type,
      clientName,
      expiryDate: expiryDate ?? null,
    },
  )
  if (document) return { document: toDocument(actor, document, null) }
  // Refuses, as the session has ended.
  await read(async () => undefined)
  throw new Error('A document was not written')
}
