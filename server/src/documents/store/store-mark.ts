import { and, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { documents } from '../../db/tables/documents.ts'
import { contentPaths, deployment } from '../../db/tables/storage.ts'
import { recordEvents } from '../../kernel/audit/record.ts'
import { ConfigError } from '../../platform/config.ts'
import { chunksOf } from '../../platform/storage/chunks.ts'
import type { Storage } from '../../platform/storage/storage.ts'

/* A store belongs to one database: both carry the id of the deployment (ADR 7). */

type Needs = { database: Database; storage: Storage }
type Options = {
  /** The operator's `--adopt`: '' without a value, or the mark to be replaced. */
  adopt?: string | undefined
  say?: (text: string) => void
}

/** The value of `--adopt=…` for a store without a mark. */
const UNMARKED = 'unmarked'
const LEAST_DIGITS = 8
const short = (id: string): string => `${id.slice(0, LEAST_DIGITS)}…`

/** Reads the value of `--adopt` among the arguments of the process; undefined without it. */
export function adoptionFrom(args: readonly string[]): string | undefined {
  const option = args.find((arg) => arg === '--adopt' || arg.startsWith('--adopt='))
  return option?.slice('--adopt='.length)
}

/** Tells whether the store carries the mark of this database. Checked before anything is moved or removed. */
export async function ownsStore({ database, storage }: Needs): Promise<boolean> {
  const [row] = await database.db.select({ id: deployment.id }).from(deployment)
  return row !== undefined && row.id === (await storage.readMark())
}

/**
 * Lets the start continue only with the store that belongs to this database. A new database marks its new store.
 * @throws ConfigError that says what is wrong and what to do; then nothing in the store was changed.
 */
export async function tieStore(needs: Needs, { adopt, say = () => undefined }: Options = {}): Promise<void> {
  const { database, storage } = needs
  const { id, storeMarkedAt } = await thisDeployment(database)
  const mark = await storage.readMark()
  if (mark === id) {
    if (!storeMarkedAt) await noteMark(database)
    return
  }
  if (adopt !== undefined) return adoptStore(needs, { id, mark, named: adopt, say })
  const fault = await whyRefused(needs, { id, mark, marked: storeMarkedAt !== null })
  if (fault)
    throw new ConfigError(
      `${fault}\nNothing in the store was changed. Check DATABASE_URL, DATA_DIR and STORAGE_URL first. If this store does belong to ` +
        'this database, back up both, then start once with --adopt:  npm start -- --adopt  (or deedbox start --adopt)',
    )
  await storage.writeMark(id, { replace: false })
  // Another server may have been first; one with the same database wrote the same mark.
  const written = await storage.readMark()
  if (written === null) throw new Error('The mark that was written to the content store could not be read')
  if (written !== id) return tieStore(needs)
  await noteMark(database)
}

async function whyRefused(
  { database, storage }: Needs,
  { id, mark, marked }: { id: string; mark: string | null; marked: boolean },
): Promise<string | null> {
  const store = `The content store (${storage.describe()})`
  if (mark !== null)
    return `${store} belongs to another database: it is marked ${short(mark)}, and this database is ${short(id)}.`
  if (await holdsContent(storage))
    return (
      `${store} holds files, but no mark that says to which database they belong. That is expected once, after an ` +
      'upgrade from a version that did not mark its store.'
    )
  if (marked)
    return `${store} is empty and has no mark, but this database has marked its store before. Is a disk or a folder missing?`
  if (await hasDocuments(database))
    return `${store} is empty, but this database has documents whose content should be in it. Is a disk or a folder missing?`
  return null
}

/** Marks a store as this database's because the operator says so. */
async function adoptStore(
  { database, storage }: Needs,
  { id, mark, named, say }: { id: string; mark: string | null; named: string; say: (text: string) => void },
): Promise<void> {
  const counts = await compare({ database, storage })
  const { files, recorded, expected } = counts
  say(
    `The content store (${storage.describe()}) ${mark === null ? 'has no mark' : `is marked ${short(mark)}`}; this database is ${short(id)}.\n` +
      `  Files in the store:                        ${files}\n` +
      `  of them, without a record in the database: ${files - recorded}\n` +
      `  Documents with content in the database:    ${expected}\n` +
      `  of them, missing in the store:             ${expected - recorded}`,
  )
  const isNamed =
    mark === null ? named === UNMARKED : named.length >= LEAST_DIGITS && mark.startsWith(named.toLowerCase())
  if (named !== '' && !isNamed)
    throw new ConfigError(
      `--adopt=${named} does not name the mark of this store. Nothing in the store was changed.`,
    )
  if (files > 0 && recorded === 0 && !isNamed)
    throw new ConfigError(
      `The store was not adopted: it holds files, and none of this database's documents is among them, so it is probably ` +
        'the store of another database. Nothing in the store was changed. If you are certain, name what you replace:  ' +
        `npm start -- --adopt=${mark === null ? UNMARKED : mark.slice(0, LEAST_DIGITS)}`,
    )
  await storage.writeMark(id, { replace: true })
  await database.transaction(async () => {
    await noteMark(database)
    const details = { ...counts, formerMark: mark }
    await recordEvents(database, { ...nobody, now: await timeOf(database) }, [
      { event: 'store_adopted', details },
    ])
  })
  say('The store was adopted: it belongs to this database from now on.')
}

/** Counts files and documents that match. Paths found in the store are reserved, so that no upload gets them. */
async function compare({ database, storage }: Needs) {
  const expected = await database.db.$count(documents, isNotNull(documents.wrappedKey))
  const now = await timeOf(database)
  let files = 0
  let recorded = 0
  for await (const objects of chunksOf(storage.list(), 500)) {
    const paths = objects.map(({ path }) => path)
    files += paths.length
    recorded += await database.db.$count(
      documents,
      and(inArray(documents.filePath, paths), isNotNull(documents.wrappedKey)),
    )
    await database.db
      .insert(contentPaths)
      .values(paths.map((path) => ({ path, takenAt: now })))
      .onConflictDoNothing()
  }
  return { files, recorded, expected }
}

const nobody = { actor: null, ip: null, userAgent: null, requestId: null }

async function timeOf({ query }: Database): Promise<Date> {
  const { rows } = await query<{ now: Date }>(`select date_trunc('milliseconds', now()) as now`)
  return rows[0]?.now ?? new Date()
}

/** Reads the one row of this database, inserted by the first server that asks. */
async function thisDeployment({ db }: Database) {
  await db.insert(deployment).values({ createdAt: sql`now()` }).onConflictDoNothing()
  const [row] = await db.select().from(deployment)
  if (!row) throw new Error('The database has no deployment id')
  return row
}

async function noteMark({ db }: Database): Promise<void> {
  await db.update(deployment).set({ storeMarkedAt: sql`now()` }).where(isNull(deployment.storeMarkedAt))
}

async function holdsContent({ list, quarantine }: Storage): Promise<boolean> {
  for (const objects of [list(), quarantine.list()]) for await (const object of objects) return !!object
  return false
}

async function hasDocuments({ db }: Database): Promise<boolean> {
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(isNotNull(documents.wrappedKey))
    .limit(1)
  return rows.length > 0
}
