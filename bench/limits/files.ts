import { createCipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Fastify from 'fastify'

/**
 * The limits of upload and download: bare Fastify. POST /file: SHA-256, AES-256-GCM and fsync to FOLDER, nothing else, as a
 * pipeline of Node's streams; POST /file-by-hand: the same in the fastest loop we found. GET /file/:name: a stream of the plain
 * file. GET /audited/:name, on the PostgreSQL of DATABASE_URL: the same after the three statements that a reading cannot do
 * without (whose session, which document, what happened: committed), each in its shortest form. PORT, FOLDER.
 */
const { FOLDER: folder = '', PORT: port, DATABASE_URL: url } = process.env
const app = Fastify({ bodyLimit: Number.MAX_SAFE_INTEGER })
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

app.get('/health', async () => ({ status: 'ok' }))

app.post('/file', async (request) => {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      done(null, piece)
    },
  })
  const cipher = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12))
  const name = randomUUID()
  const file = createWriteStream(join(folder, name), { flags: 'wx', flush: true })
  await pipeline(request.body as Readable, hashing, cipher, file)
  return { name, sha256: hash.digest('hex') }
})

app.post('/file-by-hand', async (request) => {
  const hash = createHash('sha256')
  const cipher = createCipheriv('aes-256-gcm', randomBytes(32), randomBytes(12))
  const name = randomUUID()
  // The file is written while the next pieces (of up to 64 KiB, as the socket gives them) are hashed and encrypted; it is synced at its
  // end.
  const file = createWriteStream(join(folder, name), { flags: 'wx', flush: true, highWaterMark: 512 * 1024 })
  for await (const piece of request.body as Readable) {
    hash.update(piece)
    if (!file.write(cipher.update(piece))) await once(file, 'drain')
  }
  cipher.final()
  file.end(cipher.getAuthTag())
  await once(file, 'close')
  return { name, sha256: hash.digest('hex') }
})

app.get<{ Params: { name: string } }>('/file/:name', (request, reply) =>
  reply.type('application/octet-stream').send(createReadStream(join(folder, request.params.name))),
)

if (url) {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString: url })
  const statements = {
    session: `select p.* from sessions s join profiles p on p.user_id = s.user_id where s.token = $1 and s.expires_at > now()`,
    document: `select * from documents where id = $1 and deleted_at is null`,
    event: `insert into audit_events (at, event, actor_id, document_id) values (now(), 'document_downloaded', $1, $2)`,
  }
  const run = async (name: keyof typeof statements, ...values: string[]) =>
    (await pool.query({ name, text: statements[name], values })).rows[0]
  type Audited = { Params: { name: string }; Querystring: { token: string; documentId: string } }
  app.get<Audited>('/audited/:name', async ({ params, query }, reply) => {
    const { user_id: userId } = await run('session', query.token)
    const { id } = await run('document', query.documentId)
    await run('event', userId, id)
    return reply.type('application/octet-stream').send(createReadStream(join(folder, params.name)))
  })
}

await app.listen({ host: '127.0.0.1', port: Number(port) })
process.on('SIGTERM', () => process.exit(0))
