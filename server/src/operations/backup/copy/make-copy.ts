import { createReadStream } from 'node:fs'
import { counted } from '@deedbox/contract/counts.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { backups } from '../../../db/tables/backups.ts'
import { exportMasterKeys } from '../../../platform/encryption/keys.ts'
import { linesOf } from '../../../platform/lines.ts'
import { ObjectMissingError } from '../../../platform/storage/storage.ts'
import { version } from '../../../platform/version.ts'
import { type Entry, writeEntries } from '../place/content-index.ts'
import { bytesOf, type Copy, copyName, copyPaths, listCopies, writeCopy } from '../place/copies.ts'
import type { Digest } from '../place/digest.ts'
import { BackupFault } from '../place/fault.ts'
import { claimLine } from '../place/line.ts'
import { merged } from '../place/merge.ts'
import type { Place } from '../place/place.ts'
import type { BackupNeeds, BackupOptions, BackupRun } from '../place/run.ts'
import { encryptedFile, openSpool } from '../place/spool.ts'
import { copyContent, listedBy } from './content.ts'
import { noteErasures } from './note-erasures.ts'
import { type Named, writeNames, writeRows } from './rows-out.ts'

const REMAINS_AFTER_MS = dayMs
/** Number of lost documents that a message names at most. */
const NAMED = 3

type Work = Omit<BackupOptions, 'place' | 'signal'> & {
  place: Place
  signal: AbortSignal
  /** Id of its row in `backups`. */
  id: string
  recipient: string
}
type Spool = Awaited<ReturnType<typeof openSpool>>
/** `lacking`: how many documents the rows name whose content is not in the copy. */
type Seen = { files: number; contentBytes: number; lacking: number; lost: string[] }

/** Makes one copy in a place; the lock is held, and the run recorded, by the caller. */
export async function makeCopy(services: BackupNeeds, work: Work): Promise<Omit<BackupRun, 'id' | 'place'>> {
  const { database, storage, config } = services
  const { place, signal, onProgress = () => undefined } = work
  const deployment = await claimLine(services, work)
  await checkKeys(services)
  await noteErasures(services, place)
  await place.removeUnfinished(new Date(Date.now() - REMAINS_AFTER_MS))
  const spool = await openSpool(config.dataDir)
  let copied = 0
  const copying = (content: AsyncIterable<Named>, listed: AsyncIterable<string>) =>
    copyContent({ database, storage, place, signal }, content, listed, (bytes) => {
      copied += bytes
    })
  try {
    const total = await expected(services)
    let done = 0
    // Writes most of it before the moment of the copy: what is left then is little, and hardly anything can vanish meanwhile.
    const before = spool.file('names-before')
    await database.transaction(() => writeNames(database, before))
    const newest = (await listCopies(place)).whole.at(-1)
    for await (const _ of copying(readNames(before), listedIn(place, newest)))
      onProgress({ stage: 'content', done: ++done, total, bytes: copied })
    const report = (stage: 'rows' | 'finishing', done: number) =>
      onProgress({ stage, done, total: null, bytes: copied })
    const settled = (content: AsyncIterable<Named>) =>
      copying(content, merged([listedIn(place, newest), pathsOf(readNames(before))]))
    const { copy, lost } = await complete(services, { ...work, deployment, spool, copying: settled, report })
    const own = copy.rows.bytes + copy.content.bytes
    return {
      copy: copy.copy,
      documents: copy.files,
      bytesCopied: copied + own,
      bytesTotal: bytesOf(copy),
      problem: problemOf(lost),
    }
  } finally {
    await spool.remove()
  }
}

/** @throws BackupFault when the copy would lack a key: a command may be run with another MASTER_KEY than the server. */
async function checkKeys({ database, keyring }: BackupNeeds): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    'select distinct master_key_id as id from documents where wrapped_key is not null',
  )
  const lacking = rows.filter(({ id }) => !keyring.masterKeys.has(id))
  if (lacking.length > 0)
    throw new BackupFault(
      `Documents are encrypted under the master key ${lacking[0]?.id}, which is not among those given here: the copy could not be ` +
        'opened. Run the backup with the MASTER_KEY, or the DATA_DIR, of the server.',
    )
}

async function expected({ database }: BackupNeeds): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    'select count(*) as n from documents where wrapped_key is not null',
  )
  return rows[0]?.n ?? 0
}

type Completing = Work & {
  deployment: string
  spool: Spool
  copying: (content: AsyncIterable<Named>) => AsyncIterable<Entry>
  report: (stage: 'rows' | 'finishing', done: number) => void
}

/** Reads the rows of one moment, copies the content that came since, then stores the parts of the copy, its summary last. */
async function complete(services: BackupNeeds, work: Completing): Promise<{ copy: Copy; lost: string[] }> {
  const { database, keyring } = services
  const { deployment, spool, place, recipient, report, signal } = work
  const name = await nameCopy(services, work.id)
  const files = {
    rows: spool.file('rows.age'),
    names: spool.file('names'),
    content: spool.file('content.gz'),
  }
  const sink = await encryptedFile(files.rows, recipient)
  let rows: Digest
  let content: Digest
  const seen: Seen = { files: 0, contentBytes: 0, lacking: 0, lost: [] }
  try {
    const beginning = { deployment, copy: name, version, masterKeys: exportMasterKeys(keyring) }
    const counts = await writeRows(database, sink, files.names, beginning, (n) => {
      signal.throwIfAborted()
      report('rows', n)
    })
    content = await writeEntries(
      files.content,
      watched(services, work.copying(readNames(files.names)), seen, report),
    )
    await sink.write(`e${JSON.stringify({ counts, content })}\n`)
    rows = await sink.end()
  } catch (error) {
    sink.destroy()
    throw error
  }
  signal.throwIfAborted()
  const paths = copyPaths(name)
  await place.put(paths.rows, createReadStream(files.rows), { expected: rows.bytes })
  await place.put(paths.content, createReadStream(files.content), { expected: content.bytes })
  const { lost, lacking, ...counted } = seen
  const copy = {
    format: 1 as const,
    deployment,
    copy: name,
    version,
    recipient,
    rows,
    content,
    ...counted,
    lost: lacking,
  }
  await writeCopy(place, copy)
  return { copy, lost }
}

/** Makes the time of the copy its name, kept in the row of the run before the rows are read: so every copy knows itself. */
const nameCopy = ({ contexts }: BackupNeeds, id: string): Promise<string> =>
  contexts.work(async ({ tx, now }) => {
    const copy = copyName(now)
    await tx.update(backups).set({ copy }).where(eq(backups.id, id))
    return copy
  })

async function* readNames(file: string): AsyncGenerator<Named> {
  for await (const line of linesOf(createReadStream(file))) yield JSON.parse(line) as Named
}

async function* pathsOf(content: AsyncIterable<Named>): AsyncGenerator<string> {
  for await (const { path } of content) yield path
}

/** Yields the entries of the newest copy's list, as far as it can be read: what is not listed is only compared once more. */
async function* listedIn(place: Place, copy: string | undefined): AsyncGenerator<string> {
  try {
    if (copy !== undefined) yield* listedBy(place, copy)
  } catch (error) {
    if (!(error instanceof BackupFault || error instanceof ObjectMissingError)) throw error
  }
}

/**
 * Counts what passes. A document that was due and shredded since the rows were read is named as erased, which is no problem: in a
 * deployment restored from the copy it is due as well, and shredded there.
 */
async function* watched(
  { database }: BackupNeeds,
  entries: AsyncIterable<Entry>,
  seen: Seen,
  report: Completing['report'],
): AsyncGenerator<Entry> {
  for await (const entry of entries) {
    if ('lost' in entry) {
      const { rows } = await database.query(
        'select from documents where file_path = $1 and wrapped_key is not null',
        [entry.path],
      )
      seen.lacking += 1
      const isErased = rows.length === 0
      if (!isErased) seen.lost.push(`${entry.path} (${entry.lost})`)
      yield isErased ? { ...entry, lost: 'it was erased, being due, while the copy was made' } : entry
      continue
    }
    seen.files += 1
    seen.contentBytes += entry.bytes
    report('finishing', seen.files)
    yield entry
  }
}

function problemOf(lost: string[]): string | null {
  if (lost.length === 0) return null
  const more = lost.length > NAMED ? `, and ${lost.length - NAMED} more` : ''
  return `The deployment has lost the content of ${counted(lost.length, 'document')}, which the copy cannot hold: ${lost.slice(0, NAMED).join(', ')}${more}`
}
