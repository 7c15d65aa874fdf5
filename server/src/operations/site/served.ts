import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accepts } from '../../kernel/http/compression.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A filled page, compressed once. */
export type Served = { etag: string; plain: Buffer; br: Buffer; gzip: Buffer }

export async function prepare(html: string): Promise<Served> {
  const plain = Buffer.from(html)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  const [br, zipped] = await Promise.all([brotli(plain, { params }), zip(plain)])
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return { etag, plain, br, gzip: zipped }
}

/** Sends it in the best encoding that the browser accepts, or 304 when the browser has it. */
export function sendServed(request: FastifyRequest, reply: FastifyReply, served: Served): FastifyReply {
  const accepted = request.headers['accept-encoding']
  const encoding = (['br', 'gzip'] as const).find((name) => accepts(accepted, name))
  const etag = `"${served.etag}${encoding ? `-${encoding}` : ''}"`
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding, cookie', etag })
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(served[encoding ?? 'plain'])
}
