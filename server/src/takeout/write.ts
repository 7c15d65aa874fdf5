import { once } from 'node:events'
import { Readable } from 'node:stream'
import { and, asc, type SQL, sql } from 'drizzle-orm'
import type { ZipFile } from 'yazl'
import type { StoredDocument } from '../access/find.ts'
import type { Acting, Caller, ReadCtx } from '../context/context.ts'
import { documents } from '../db/tables/documents.ts'
import { checkContent, openContent, readContent } from '../documents/content.ts'
import { beginReading, type Reading } from '../documents/reading.ts'
import { csvTable, localTime } from '../platform/csv.ts'
import { Refusal } from '../platform/errors.ts'
import { uniqueNames } from '../platform/file-names.ts'
import type { Services } from '../services.ts'
import type { Progress } from './progress.ts'
import { readme } from './readme.ts'
import { type Scope, takeable } from './scope.ts'
import { documentCells, documentHeaders, grantsCsv, historyCsv, type Titled } from './tables.ts'

type Given = {
  takeOutId: string
  scope: Scope
  caller: Caller
  /** With the person as they are now; refuses once they may no longer be here. */
  read: <T>(fn: (ctx: Acting<ReadCtx>) => Promise<T>) => Promise<T>
  progress: Progress
  /** Aborted when the connection has ended. */
  signal: AbortSignal
}

const pageSize = 500
/** Content up to this size is read once, into memory; larger content is read once to check it, and again to send it. */
const inMemoryBytes = 1024 * 1024
const sliceBytes = 64 * 1024
const stored = { compress: false } as const

/**
 * Writes a take-out into a ZIP, document after document. Each is looked up anew, its reading audited, and its content
 * checked to the end before its entry begins: no half file is ever in the ZIP. Besides the ZIP's own directory, memory
 * holds one row of text for each document.
 * @throws Refusal when the person may not continue, or the content store is away.
 */
export async function writeTakeOut(services: Services, zip: ZipFile, given: Given): Promise<void> {
  const { read, progress, scope, signal } = given
  const begun = await read(async (ctx) => ({ ...ctx, name: (await takeable(ctx, scope)).name }))
  const { timeZone } = begun.settings
  const nameOf = uniqueNames()
  const rows: string[][] = []
  const withHistory: Titled[] = []
  const withGrants: Titled[] = []
  for await (const { id, title } of listed(read, scope, begun.now)) {
    signal.throwIfAborted()
    progress.current = id
    const taken = await take(services, given, id)
    if (taken instanceof Refusal) progress.missing.push({ documentId: id, title, why: 'gone' })
    else {
      const { document, can, content } = taken
      const file = content ? `documents/${nameOf(document)}` : 'MISSING: its content is damaged'
      if (content)
        await add(zip, file, content, { signal, size: document.fileSize, mtime: document.createdAt })
      else progress.missing.push({ documentId: id, title, why: 'damaged' })
      progress.bytes += document.fileSize
      rows.push(documentCells(document, file, timeZone))
      if (can.seeHistory) withHistory.push({ id, title })
      if (can.seeAccess) withGrants.push({ id, title })
    }
    progress.documents += 1
  }
  progress.current = null
  const table = (name: string, csv: AsyncGenerator<string>) =>
    add(zip, name, Readable.from(csv, { objectMode: false }), { signal, mtime: begun.now })
  await table('documents.csv', csvTable(documentHeaders, one(rows)))
  await table('history.csv', historyCsv(read, withHistory, begun.now, timeZone))
  await table('grants.csv', grantsCsv(read, withGrants, timeZone))
  const text = readme({
    by: begun.actor.name,
    organization: scope.organizationId ? begun.name : null,
    at: localTime(timeZone)(begun.now),
    timeZone,
    publicUrl: services.place().publicUrl,
    documents: progress.documents - progress.missing.length,
    historyOf: withHistory.length,
    grantsOf: withGrants.length,
    missing: progress.missing,
  })
  zip.addBuffer(Buffer.from(text), 'README.txt', { ...stored, mtime: begun.now })
  zip.end()
}

async function* one(rows: string[][]): AsyncGenerator<string[][]> {
  yield rows
}

/** The documents to be taken out, oldest first, without those that were uploaded since. */
async function* listed(read: Given['read'], scope: Scope, until: Date): AsyncGenerator<Titled> {
  let after: SQL | undefined
  for (;;) {
    const found = await read(async (ctx) =>
      ctx.tx
        .select({ id: documents.id, title: documents.title, createdAt: documents.createdAt })
        .from(documents)
        .where(
          and(
            (await takeable(ctx, scope)).where,
            sql`${documents.createdAt} <= ${until.toISOString()}::timestamptz`,
            after,
          ),
        )
        .orderBy(asc(documents.createdAt), asc(documents.id))
        .limit(pageSize),
    )
    yield* found
    const last = found.at(-1)
    if (!last || found.length < pageSize) return
    after = sql`(${documents.createdAt}, ${documents.id}) > (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`
  }
}

type Taken = Pick<Reading, 'document' | 'can'> & { content: Readable | null }

/** A document with its audited, checked content; null where that is damaged, a Refusal where the document is gone. */
async function take(
  services: Services,
  { read, caller, takeOutId }: Given,
  id: string,
): Promise<Taken | Refusal> {
  // Outside the following: a person who may not be here ends the take-out.
  const { actor, now, settings } = await read(async (ctx) => ctx)
  let reading: Reading
  try {
    reading = await beginReading(services, { actor, now, settings, caller }, id, ({ can }) => {
      if (!can.download) throw new Refusal('download-not-allowed')
      return { event: 'document_downloaded', details: { takeOutId } }
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

/** The content as a stream that has been checked to its end. */
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
async function add(
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
