import type { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { contentDigests } from '../db/tables/backups.ts'
import { chunksOf } from '../platform/storage/chunks.ts'
import { ObjectExistsError, ObjectMissingError, type Storage } from '../platform/storage/storage.ts'
import type { Entry } from './content-index.ts'
import { contentPath } from './copies.ts'
import { counting, type Digest, digestOf } from './digest.ts'
import { BackupFault } from './fault.ts'
import type { Place } from './place.ts'
import type { Named } from './rows-out.ts'

const BATCH = 200
/** Files copied at a time: small ones wait for the disk or the network, not for this process. */
const AT_ONCE = 4

type Needs = { database: Database; storage: Storage; place: Place; signal: AbortSignal }

/** The documents whose content should exist, by path; not of one moment. */
export async function* currentContent({ query }: Pick<Database, 'query'>): AsyncGenerator<Named> {
  for (let after = ''; ; ) {
    const { rows } = await query<Named>(
      `select d.file_path as path, c.bytes, c.sha256 from documents d left join content_digests c on c.path = d.file_path
       where d.wrapped_key is not null and d.file_path > $1 order by d.file_path limit ${BATCH}`,
      [after],
    )
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.path
  }
}

/**
 * Copies what the place lacks, as it is: ciphertext. Content is in the place whole or not at all, so one that is there is
 * not copied again. Yields every file in the given order, with its digest, or why the deployment has lost it.
 * @param onCopied is called with the bytes of each file that was copied
 * @throws BackupFault when the place holds something else under a path
 */
export async function* copyContent(
  needs: Needs,
  content: AsyncIterable<Named>,
  onCopied: (bytes: number) => void,
): AsyncGenerator<Entry> {
  const present = listing(needs.place)
  for await (const batch of chunksOf(content, BATCH)) {
    const entries: Entry[] = []
    const queue = batch.entries()
    const work = async () => {
      for (const [index, named] of queue) {
        needs.signal.throwIfAborted()
        entries[index] = await settle(needs, named, sizes[index], onCopied)
      }
    }
    const sizes: (number | undefined)[] = []
    for (const { path } of batch) sizes.push(await present(path))
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    await note(needs.database, batch, entries)
    yield* entries
  }
}

/** Tells the size of what a place holds under a path. Reads the list of one owner's content at a time. */
function listing(place: Place): (path: string) => Promise<number | undefined> {
  let folder: string | undefined
  let sizes = new Map<string, number>()
  return async (path) => {
    const mine = contentPath(path.slice(0, path.lastIndexOf('/') + 1))
    if (mine !== folder) {
      sizes = new Map()
      for await (const { path: found, bytes } of place.list(mine)) sizes.set(found, bytes)
      folder = mine
    }
    return sizes.get(contentPath(path))
  }
}

async function settle(
  needs: Needs,
  { path, bytes, sha256 }: Named,
  there: number | undefined,
  onCopied: (bytes: number) => void,
): Promise<Entry> {
  const known = bytes === null || sha256 === null ? null : { bytes, sha256 }
  if (there === undefined) return copy(needs, path, known, onCopied)
  if (known) {
    if (known.bytes !== there) throw differs(needs.place, path)
    return { path, ...known }
  }
  return compare(needs, path)
}

const differs = (place: Place, path: string) =>
  new BackupFault(
    `${contentPath(path)} in the ${place.describe()} is not what this deployment has: it is damaged, or of another one. ` +
      'Nothing was changed. Move it away, and the next backup copies it again; verify says which copies need it.',
  )

/** An earlier backup was killed between copying it and noting its digest. */
async function compare({ storage, place, signal }: Needs, path: string): Promise<Entry> {
  const there = await digestOf(await place.open(contentPath(path), { signal }))
  const here = await openOrNull(storage, path, signal)
  if (here && (await digestOf(here)).sha256 !== there.sha256) throw differs(place, path)
  return { path, ...there }
}

class ChangedError extends Error {}

async function copy(
  needs: Needs,
  path: string,
  known: Digest | null,
  onCopied: (bytes: number) => void,
): Promise<Entry> {
  const { storage, place, signal } = needs
  const content = await openOrNull(storage, path, signal)
  if (!content) return { path, lost: 'it is missing in the store' }
  const { through, result } = counting()
  let digest: Digest | undefined
  const checked = async function* () {
    for await (const chunk of content.pipe(through)) yield chunk as Buffer
    digest = result()
    // Thrown before the last byte is taken for the end, so that nothing appears in the place.
    if (known && known.sha256 !== digest.sha256) throw new ChangedError()
  }
  content.on('error', (error) => through.destroy(error))
  try {
    await place.put(contentPath(path), checked())
  } catch (error) {
    if (error instanceof ChangedError)
      return { path, lost: 'it has changed in the store since it was copied' }
    if (error instanceof ObjectExistsError) return compare(needs, path)
    throw error
  } finally {
    content.destroy()
  }
  if (!digest) throw new Error('A file was stored before it was read to its end')
  onCopied(digest.bytes)
  return { path, ...digest }
}

async function openOrNull(storage: Storage, path: string, signal: AbortSignal): Promise<Readable | null> {
  try {
    return await storage.open(path, { signal })
  } catch (error) {
    if (error instanceof ObjectMissingError) return null
    throw error
  }
}

/** Keeps the digests that were not known, once the content is in the place. */
async function note({ db }: Database, batch: Named[], entries: Entry[]): Promise<void> {
  const fresh = entries.flatMap((entry, index) =>
    'lost' in entry || batch[index]?.sha256 ? [] : [{ ...entry }],
  )
  if (fresh.length === 0) return
  await db
    .insert(contentDigests)
    .values(fresh)
    .onConflictDoUpdate({
      target: contentDigests.path,
      set: { bytes: sql`excluded.bytes`, sha256: sql`excluded.sha256` },
    })
}
