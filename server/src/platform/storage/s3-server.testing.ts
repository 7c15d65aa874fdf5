import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * Starts a small S3 on loopback for tests, in memory: objects, multipart uploads, conditional writes and listings, with the status codes
 * and the limits that AWS documents (parts of 5 MiB but the last, pages of 1,000, here of 3). One that is not `conditional` ignores
 * `If-None-Match`, as some services do; with 'refused' it refuses it, as OpenStack Swift does.
 */
export async function startS3Server(
  bucket: string,
  accessKeyId: string,
  { conditional = true }: { conditional?: boolean | 'refused' } = {},
) {
  const objects = new Map<string, { content: Buffer; modifiedAt: Date }>()
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>()
  const requests: string[] = []
  /** Faults of requests, by their lines in `requests`. */
  const faults: { of: (request: string) => Fault | undefined } = { of: () => undefined }
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const [, inBucket, ...rest] = decodeURIComponent(url.pathname).split('/')
    const key = rest.join('/')
    const query = url.searchParams
    const uploadId = query.get('uploadId') ?? ''
    const upload = uploads.get(uploadId)
    const body = await buffer(request)
    const condition = request.headers['if-none-match']
    const verb = `${request.method}${query.has('uploads') ? ' uploads' : ''}${query.has('partNumber') ? ' part' : ''}`
    const line = `${verb}${uploadId && !query.has('partNumber') ? ' upload' : ''}${condition ? ` ${condition}` : ''}`
    requests.push(line)
    const fault = faults.of(line)
    if (fault === 'silent') return

    const send = (status: number, headers: Record<string, string> = {}, content: Buffer | string = '') => {
      if (fault === 'lost') return void response.destroy()
      response.writeHead(status, headers)
      if (fault !== 'cut') return void response.end(content)
      response.write(content.slice(0, content.length >> 1), () => response.destroy())
    }
    const fail = (status: number, code: string) =>
      send(
        status,
        { 'content-type': 'application/xml' },
        `<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
      )
    const create = (content: Buffer, answerBody: string) => {
      if (conditional === true && condition === '*' && objects.has(key))
        return fail(412, 'PreconditionFailed')
      objects.set(key, { content, modifiedAt: new Date() })
      return send(200, { etag: etag(content) }, answerBody)
    }

    if (!request.headers.authorization?.includes(`Credential=${accessKeyId}/`))
      return fail(403, 'AccessDenied')
    if (inBucket !== bucket) return fail(404, 'NoSuchBucket')
    if (key === '') return request.method === 'HEAD' ? send(200) : list()
    if (request.method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, { key, parts: new Map() })
      return send(
        200,
        {},
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (uploadId !== '') {
      if (!upload) return fail(404, 'NoSuchUpload')
      if (request.method === 'PUT') {
        upload.parts.set(Number(query.get('partNumber')), body)
        return send(200, { etag: etag(body) })
      }
      uploads.delete(uploadId)
      if (request.method === 'DELETE') return send(204)
      const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, content]) => content)
      if (parts.slice(0, -1).some((part) => part.length < 5 * 1024 * 1024)) return fail(400, 'EntityTooSmall')
      return create(Buffer.concat(parts), '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
    }
    if (request.method === 'PUT')
      return condition && conditional === 'refused' ? fail(501, 'NotImplemented') : create(body, '')
    if (request.method === 'DELETE') {
      objects.delete(key)
      return send(204)
    }
    const object = objects.get(key)
    if (!object) return fail(404, 'NoSuchKey')
    return send(
      200,
      { etag: etag(object.content), 'content-length': `${object.content.length}` },
      object.content,
    )

    function list(): void {
      const after = query.get('continuation-token') ?? ''
      const keys = [...objects.keys()]
        .filter((name) => name.startsWith(query.get('prefix') ?? '') && name > after)
        .sort()
      const page = keys.slice(0, 3)
      const contents = page.map((name) => {
        const { content, modifiedAt } = objects.get(name) ?? {
          content: Buffer.alloc(0),
          modifiedAt: new Date(),
        }
        return `<Contents><Key>${name}</Key><Size>${content.length}</Size><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`
      })
      const more = keys.length > page.length
      const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
      const result = `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
      send(200, { 'content-type': 'application/xml' }, result)
    }
  }

  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { endpoint: `http://127.0.0.1:${port}`, objects, uploads, requests, faults, stop }
}

/** 'lost': it is done, but not answered; 'silent': it is neither done nor answered; 'cut': the answer ends in its middle. */
type Fault = 'lost' | 'silent' | 'cut'

const etag = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`
