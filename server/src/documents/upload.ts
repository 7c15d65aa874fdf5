import { createHash, randomUUID } from 'node:crypto'
import { finished, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Document, type uploadDocument as endpoint, extensionOf } from '@deedbox/contract/documents.ts'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { StoredDocument } from '../access/find.ts'
import { recordChange } from '../audit/record.ts'
import { troubleOf } from '../db/away.ts'
import { documents } from '../db/tables/documents.ts'
import { loggable } from '../http/error-handler.ts'
import type { Input, Raw } from '../http/handler.ts'
import { fileBody } from '../http/register.ts'
import { encryptStream } from '../platform/encryption/stream.ts'
import { Refusal } from '../platform/errors.ts'
import { storageTrouble } from '../platform/storage/trouble.ts'
import type { Services } from '../services.ts'
import { checkEnd, checkStart, declaredType, END_BYTES } from './file-check.ts'
import { toDocument } from './one.ts'
import { takePath } from './path.ts'

const columns = getTableColumns(documents)

type Query = Input<typeof endpoint>['query']
type Stored = Pick<
  StoredDocument,
  'id' | 'filePath' | 'fileType' | 'fileSize' | 'sha256' | 'wrappedKey' | 'masterKeyId'
>

/** How much of a file is needed to recognise its type; file-type asks for 4,100 bytes, zipped office files may need more. */
const START_BYTES = 32 * 1024

/**
 * Stores a file: hashed, checked and encrypted as it streams, no transaction open; then its row, its wrapped key and
 * its audit event in one statement. If anything fails, nothing remains.
 */
export async function uploadDocument(
  services: Services,
  raw: Raw<typeof endpoint>,
  query: Query,
): Promise<{ document: Document }> {
  const stored = await store(services, raw, query.fileName)
  try {
    return await record(services, raw, query, stored)
  } catch (error) {
    // After any other error it is unknown whether the row was committed: the sweep finds out.
    const unwritten = error instanceof Refusal || troubleOf(error) === 'full'
    if (unwritten) await services.storage.remove(stored.filePath)
    throw error
  }
}

async function store(
  { config, database, keyring, storage }: Services,
  { request, reply, actor, now }: Raw<typeof endpoint>,
  fileName: string,
): Promise<Stored> {
  const body: Readable | undefined = fileBody(request)
  let path: Promise<string> | undefined
  try {
    const type = declaredType(fileName, request.headers['content-type'])
    const declared = Number(request.headers['content-length'] ?? 0)
    if (declared > config.maxUploadBytes) throw new Refusal('file-too-large')
    if (!body) throw new Refusal('file-empty')
    const id = randomUUID()
    const { dataKey, wrapped, masterKeyId } = keyring.newDataKey(id)
    // Runs while the file begins to arrive.
    const taking = takePath(database, {
      documentId: id,
      userId: actor.id,
      now,
      extension: extensionOf(fileName),
    })
    taking.catch(() => undefined)
    path = taking
    const { inspect, result } = inspection(type, config.maxUploadBytes)
    // Not part of the pipeline, which would destroy the connection before the refusal is sent.
    const stopListening = finished(body, { writable: false }, (error) => {
      if (error) inspect.destroy(new Refusal('upload-failed', { cause: error }))
    })
    body.pipe(inspect)
    await pipeline(inspect, encryptStream({ key: dataKey, aad: Buffer.from(id) }), async (content) => {
      const filePath = await taking
      await storage.put(filePath, content, { expected: declared }).catch((error: unknown) => {
        throw storageTrouble(error)
      })
    })
    stopListening()
    return { id, filePath: await taking, fileType: type, wrappedKey: wrapped, masterKeyId, ...result() }
  } catch (error) {
    // The rest is discarded as it arrives, so that the client can read the answer; unless the file is too large.
    body?.unpipe()
    body?.resume()
    if (error instanceof Refusal) {
      if (error.code === 'file-too-large') reply.header('connection', 'close')
      if (error.status === 503) request.log.error({ error: loggable(error) }, 'an upload could not be stored')
      throw error
    }
    // An error of the database is answered like any other of its errors.
    await path
    request.log.error({ error: loggable(error) }, 'an upload could not be stored')
    throw new Refusal('upload-failed', { cause: error })
  }
}

/** Counts, hashes and checks what streams through; holds back the beginning until it is known to match the type. */
function inspection(type: string, maxBytes: number) {
  const hash = createHash('sha256')
  let fileSize = 0
  let start: Buffer[] | undefined = []
  /** The last bytes, for a type that only they identify. */
  let end: Buffer | undefined

  const inspect = new Transform({
    highWaterMark: 256 * 1024,
    transform(chunk: Buffer, _encoding, done) {
      fileSize += chunk.length
      if (fileSize > maxBytes) return done(new Refusal('file-too-large'))
      hash.update(chunk)
      if (end) end = Buffer.concat([end, chunk]).subarray(-END_BYTES)
      if (!start) return done(null, chunk)
      start.push(chunk)
      if (fileSize < START_BYTES) return done()
      release(false, done)
    },
    flush(done) {
      if (fileSize === 0) done(new Refusal('file-empty'))
      else if (start) release(true, done)
      else finish(done)
    },
  })
  const release = (whole: boolean, done: (error?: Error | null) => void) => {
    const bytes = Buffer.concat(start ?? [])
    start = undefined
    checkStart(type, bytes, whole).then((known) => {
      if (!known) end = bytes
      inspect.push(bytes)
      if (whole) finish(done)
      else done()
    }, done)
  }
  const finish = (done: (error?: Error | null) => void) => {
    try {
      if (end) checkEnd(type, end)
      done()
    } catch (error) {
      done(error as Error)
    }
  }
  return { inspect, result: () => ({ fileSize, sha256: hash.digest('hex') }) }
}

/** Inserts the row and the event, if the session has not ended while the file arrived. */
async function record(
  { database, clock }: Services,
  { read, caller, actor }: Raw<typeof endpoint>,
  { fileName, title, type, clientName, expiryDate }: Query,
  stored: Stored,
): Promise<{ document: Document }> {
  const document = {
    ...stored,
    title,
    type,
    fileName,
    clientName: clientName || null,
    expiryDate: expiryDate ?? null,
    status: 'active',
    secure: true,
    ownerId: actor.id,
    ownerName: actor.name,
    ownerEmail: actor.email,
    organizationId: actor.organizationId,
  } satisfies Partial<StoredDocument>
  const createdAt = await recordChange(
    database,
    { ...caller, actor },
    insertion(document, caller.token, clock.shiftMs),
    {
      event: 'document_uploaded',
      documentId: document.id,
      details: { fileName, fileSize: stored.fileSize, sha256: stored.sha256 },
    },
  )
  if (!createdAt) {
    await read(async () => undefined)
    throw new Error('A document was not written')
  }
  const row = {
    ...document,
    createdAt,
    deletedAt: null,
    deletedBy: null,
    keptUntil: null,
    contentRemovedAt: null,
  }
  return { document: toDocument(actor, row, null) }
}

/** Inserts a new document, unless the session has ended. Its path must still be reserved for it. */
function insertion(
  document: Omit<typeof documents.$inferInsert, 'createdAt' | 'searchText'>,
  token: string | null,
  shiftMs: number,
): SQL {
  const cells = Object.entries(document).map(([name, value]) => {
    const column = columns[name as keyof typeof document]
    return { column, value: sql`${sql.param(value, column)}::${sql.raw(column.getSQLType())}` }
  })
  const names = sql.join(
    cells.map(({ column }) => sql.identifier(column.name)),
    sql`, `,
  )
  const values = sql.join(
    cells.map(({ value }) => value),
    sql`, `,
  )
  return sql`
    insert into documents (created_at, ${names})
    select moment.now, ${values}
    from (select date_trunc('milliseconds', now()) + ${shiftMs} * interval '1 millisecond' as now) moment
    join sessions on sessions.token = ${token} and sessions.user_id = ${document.ownerId} and sessions.expires_at > moment.now
    join content_paths on content_paths.path = ${document.filePath} and content_paths.document_id = ${document.id}
    returning created_at as at`
}
