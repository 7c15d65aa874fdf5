import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Origin } from '../../kernel/audit/record.ts'
import { fileBody } from '../../kernel/http/register.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Owner, type StoredContent, storeContent } from './store.ts'

type Request = {
  request: FastifyRequest
  reply: FastifyReply
  now: Date
  fileName: string
  origin: Omit<Origin, 'now'>
}

/**
 * Stores the body of a request as the content of a document that `findOwner` says whose it becomes, before the file is read.
 * @throws Refusal, those of `findOwner` and of a stored file
 */
export async function storeBody(
  services: Services,
  { request, reply, now, fileName, origin }: Request,
  findOwner: () => Promise<Owner>,
): Promise<{ owner: Owner; content: StoredContent }> {
  // Undefined when the request has no body.
  const body: Readable | undefined = fileBody(request)
  try {
    const owner = await findOwner()
    const incoming = {
      ...{ owner, origin, fileName, now },
      contentType: request.headers['content-type'],
      bytes: Number(request.headers['content-length'] ?? 0),
    }
    const content = await storeContent(
      { ...services, logger: request.log },
      incoming,
      body ?? Readable.from([]),
    )
    return { owner, content }
  } catch (error) {
    // The rest is discarded as it arrives, so that the client can read the answer; unless the file is too large.
    body?.resume()
    if (error instanceof Refusal && error.code === 'file-too-large') reply.header('connection', 'close')
    throw error
  }
}
