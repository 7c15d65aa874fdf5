import { Readable } from 'node:stream'
import { and, asc, type SQL, sql } from 'drizzle-orm'
import type { ZipFile } from 'yazl'
import { documents } from '../../db/tables/documents.ts'
import { addEntry, stored, takeWhole } from '../../documents/reading/zip-entry.ts'
import type { Acting, Caller, ReadCtx } from '../../kernel/context/context.ts'
import { tableOf } from '../../kernel/http/send-table.ts'
import type { Services } from '../../kernel/services.ts'
import { checksTable, deathsTable, powersTable } from '../../matters/files/recorded.ts'
import {
  dateColumns,
  datesIn,
  datesOfDocuments,
  partiesIn,
  partyColumns,
} from '../../matters/files/tables.ts'
import { matterColumns, mattersIn } from '../../matters/register/export.ts'
import { csvTable, localTime } from '../../platform/csv.ts'
import { Refusal } from '../../platform/errors.ts'
import { uniqueNames } from '../../platform/file-names.ts'
import { keepsMatters } from '../../policy/matters.ts'
import type { Progress } from './progress.ts'
import { readme } from './readme.ts'
import { type Scope, takeable } from './scope.ts'
import {
  documentCells,
  documentHeaders,
  grantsCsv,
  historyCsv,
  inPieces,
  linksCsv,
  reviewsCsv,
  signatoriesCsv,
  type Titled,
  versionsCsv,
} from './tables.ts'

type Given = {
  takeOutId: string
  scope: Scope
  caller: Caller
  /** Reads with the person as they are now; refuses once they may no longer be here. */
  read: <T>(fn: (ctx: Acting<ReadCtx>) => Promise<T>) => Promise<T>
  progress: Progress
  /** Signal that is aborted when the connection has ended. */
  signal: AbortSignal
}

const pageSize = 500

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
  const all: Titled[] = []
  const withHistory: Titled[] = []
  const withGrants: Titled[] = []
  for await (const { id, title } of listed(read, scope, begun.now)) {
    signal.throwIfAborted()
    progress.current = id
    const taken = await takeWhole(services, given, id, { takeOutId: given.takeOutId })
    if (taken instanceof Refusal) progress.missing.push({ documentId: id, title, why: 'gone' })
    else {
      const { document, can, content } = taken
      const file = content ? `documents/${nameOf(document)}` : 'MISSING: its content is damaged'
      if (content)
        await addEntry(zip, file, content, { signal, size: document.fileSize, mtime: document.createdAt })
      else progress.missing.push({ documentId: id, title, why: 'damaged' })
      progress.bytes += document.fileSize
      all.push({ id, title })
      rows.push(documentCells(document, file, timeZone))
      if (can.seeHistory) withHistory.push({ id, title })
      if (can.seeAccess) withGrants.push({ id, title })
    }
    progress.documents += 1
  }
  progress.current = null
  const table = (name: string, csv: AsyncGenerator<string>) =>
    addEntry(zip, name, Readable.from(csv, { objectMode: false }), { signal, mtime: begun.now })
  await table('documents.csv', csvTable(documentHeaders, one(rows)))
  await table('history.csv', historyCsv(read, withHistory, begun.now, timeZone))
  await table('grants.csv', grantsCsv(read, withGrants, timeZone))
  await table('reviews.csv', reviewsCsv(read, withHistory))
  await table('signatories.csv', signatoriesCsv(read, all))
  await table('links.csv', linksCsv(read, all))
  await table('versions.csv', versionsCsv(read, all))
  const { organizationId: organization } = scope
  if (organization) {
    await table(
      'matters.csv',
      tableOf({ columns: matterColumns, given: timeZone, batches: () => mattersIn(read, { organization }) }),
    )
    await table(
      'parties.csv',
      tableOf({ columns: partyColumns, given: null, batches: () => partiesIn(read, { organization }) }),
    )
  }
  const keeps = organization !== null && keepsMatters(begun.actor)
  if (organization) await table('deaths.csv', tableOf(deathsTable(read, { organization })))
  if (organization && keeps) {
    await table('identity-checks.csv', tableOf(checksTable(read, { organization })))
    await table('powers.csv', tableOf(powersTable(read, { organization }, timeZone)))
  }
  await table(
    'dates.csv',
    tableOf({ columns: dateColumns, given: null, batches: () => datesOf(read, organization, all) }),
  )
  const text = readme({
    by: begun.actor.name,
    organization: scope.organizationId ? begun.name : null,
    at: localTime(timeZone)(begun.now),
    timeZone,
    publicUrl: services.place().publicUrl,
    documents: progress.documents - progress.missing.length,
    keeps,
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

/** Yields the dates of an organisation's matters, then those of the documents that are in none. */
async function* datesOf(read: Given['read'], organization: string | null, documents: readonly Titled[]) {
  if (organization) yield* datesIn(read, { organization })
  for (const some of inPieces(documents))
    yield await read((ctx) =>
      datesOfDocuments(
        ctx,
        some.map(({ id }) => id),
        organization === null,
      ),
    )
}

/** Yields the documents to be taken out, oldest first, without those that were uploaded since. */
async function* listed(read: Given['read'], scope: Scope, until: Date): AsyncGenerator<Titled> {
  let after: SQL | undefined
  for (;;) {
    const rows = await read(async (ctx) =>
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
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = sql`(${documents.createdAt}, ${documents.id}) > (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`
  }
}
