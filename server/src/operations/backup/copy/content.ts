import type { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { contentDigests } from '../../../db/tables/backups.ts'
import { chunksOf } from '../../../platform/storage/chunks.ts'
import { ObjectExistsError, ObjectMissingError, type Storage } from '../../../platform/storage/storage.ts'
import { type Entry, readEntries } from '../place/content-index.ts'
import { contentPath, listCopies, readCopy } from '../place/copies.ts'
import { counting, type Digest, digestOf } from '../place/digest.ts'
import { BackupFault } from '../place/fault.ts'
import { membership, merged } from '../place/merge.ts'
import type { Place } from '../place/place.ts'
import type { Named } from './rows-out.ts'

const BATCH = 200
/** Files copied at a time: small ones wait for the disk or the network, not for this process. */
const AT_ONCE = 4

type Needs = { database: Database; storage: Storage; place: Place; signal: AbortSignal }

/**
 * Copies what the place lacks, as it is: ciphertext. What is there and listed is not copied again; what no list names, as an
 * interrupted backup leaves it, is compared, and replaced where it differs. Yields every file in the given order, with its digest,
 * or why the deployment has lost it.
 * @param listed paths in the same order whose objects were whole when they were listed: by a copy, or earlier in this run
 * @param onCopied is called with the bytes of each file that was copied
 * @throws BackupFault when the place holds something else under a path that a copy lists
 */
export async function* copyContent(
  needs: Needs,
  content: AsyncIterable<Named>,
  listed: AsyncIterable<string>,
  onCopied: (bytes: number) => void,
): AsyncGenerator<Entry> {
  const present = listing(needs.place, contentPath)
  const isListed = membership(listed)
  const isInAnyCopy = membership(inAnyCopy(needs.place))
  for await (const batch of chunksOf(content, BATCH)) {
    const there: There[] = []
    for (const { path } of batch) there.push({ bytes: await present(path), isListed: await isListed(path) })
    const entries: (Entry | null)[] = []
    const queue = batch.entries()
    const work = async () => {
      for (const [index, named] of queue) {
        needs.signal.throwIfAborted()
        entries[index] = await settle(needs, named, there[index], onCopied)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const settled: Entry[] = []
    for (const [index, named] of batch.entries()) {
      const entry = entries[index]
      if (!entry && (await isInAnyCopy(named.path))) throw differs(needs.place, named.path)
      settled.push(entry ?? (await replace(needs, named, onCopied)))
    }
    await note(needs.database, batch, settled)
    yield* settled
  }
}

/** Object that a place holds under a path: its size, and whether a list names it. */
type There = { bytes: number | undefined; isListed: boolean }

/** Tells the size of what a store holds under a path. Reads the list of one owner's content at a time. */
export function listing(
  store: Storage,
  placed: (path: string) => string,
): (path: string) => Promise<number | undefined> {
  let folder: string | undefined
  let sizes = new Map<string, number>()
  return async (path) => {
    const parent = placed(path.slice(0, path.lastIndexOf('/') + 1))
    if (parent !== folder) {
      sizes = new Map()
      for await (const { path: found, bytes } of store.list(parent)) sizes.set(found, bytes)
      folder = parent
    }
    return sizes.get(placed(path))
  }
}

/** Yields every path that a whole copy lists. Called only where something differs: there may be hundreds of lists. */
async function* inAnyCopy(place: Place): AsyncGenerator<string> {
  const { whole } = await listCopies(place)
  yield* merged(whole.map((name) => listedBy(place, name)))
}

/** Yields the paths of the content that a copy lists. */
export async function* listedBy(place: Place, name: string): AsyncGenerator<string> {
  for await (const entry of readEntries(place, await readCopy(place, name)))
    if (!('lost' in entry)) yield entry.path
}

/**
 * Returns the object that a place has under a path, or a copy of it where it has nothing; null when it is other content, which no list
 * vouches for.
 */
async function settle(
  needs: Needs,
  { path, bytes, sha256 }: Named,
  there: There | undefined,
  onCopied: (bytes: number) => void,
): Promise<Entry | null> {
  const known = bytes === null || sha256 === null ? null : { bytes, sha256 }
  if (there?.bytes === undefined) return copy(needs, path, known, onCopied)
  if (there.isListed && known?.bytes === there.bytes) return { path, ...known }
  return compare(needs, path, known)
}

const differs = (place: Place, path: string) =>
  new BackupFault(
    `${contentPath(path)} in the ${place.describe()} is not what this deployment has: it is damaged, or of another one. ` +
      'Nothing was changed. Move it away, and the next backup copies it again; verify says which copies need it.',
  )

/** Returns the place's object, if it is the same content as this deployment's. */
async function compare(
  { storage, place, signal }: Needs,
  path: string,
  known: Digest | null,
): Promise<Entry | null> {
  const there = await digestOf(await place.open(contentPath(path), { signal }))
  const here = known ? null : await openOrNull(storage, path, signal)
  const expected = known ?? (here ? await digestOf(here) : there)
  return expected.sha256 === there.sha256 ? { path, ...there } : null
}

/** Copies content over what an interrupted backup, or a disk, left of it. */
async function replace(
  needs: Needs,
  { path, bytes, sha256 }: Named,
  onCopied: (bytes: number) => void,
): Promise<Entry> {
  if (await needs.storage.has(path)) await needs.place.remove(contentPath(path))
  return copy(needs, path, bytes === null || sha256 === null ? null : { bytes, sha256 }, onCopied)
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
    // The throw comes before the last byte is taken for the end, so that nothing appears in the place.
    if (known && known.sha256 !== digest.sha256) throw new ChangedError()
  }
  content.on('error', (error) => through.destroy(error))
  try {
    await place.put(contentPath(path), checked())
  } catch (error) {
    if (error instanceof ChangedError)
      return { path, lost: 'it has changed in the store since it was copied' }
    if (!(error instanceof ObjectExistsError)) throw error
    const there = await compare(needs, path, known)
    if (!there) throw differs(place, path)
    return there
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
