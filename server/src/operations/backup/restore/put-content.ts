import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { contentDigests } from '../../../db/tables/backups.ts'
import { documents } from '../../../db/tables/documents.ts'
import { chunksOf } from '../../../platform/storage/chunks.ts'
import { ObjectExistsError, ObjectMissingError, type Storage } from '../../../platform/storage/storage.ts'
import { listing } from '../copy/content.ts'
import { type Entry, readEntries } from '../place/content-index.ts'
import { type Copy, contentPath } from '../place/copies.ts'
import { counting } from '../place/digest.ts'
import { each } from '../place/each.ts'
import { BackupFault } from '../place/fault.ts'
import type { Place } from '../place/place.ts'

const BATCH = 200
const AT_ONCE = 4

/**
 * Puts the content of a copy into a store, each file only if it is what was copied; what an interrupted restore put there stays.
 * Content of documents that were erased again is left out, and removed if it is there.
 * Returns what the deployment had lost before.
 * @throws BackupFault that names a missing or damaged file
 */
export async function putContent(
  { place, copy, storage, database }: { place: Place; copy: Copy; storage: Storage; database: Database },
  onFile: (files: number) => void,
): Promise<string[]> {
  const lost: string[] = []
  const present = listing(storage, (path) => path)
  let files = 0
  for await (const all of chunksOf(readEntries(place, copy), BATCH)) {
    const erased = await erasedAmong(database, all)
    for (const { path } of all) if (erased.has(path)) await storage.remove(path)
    const batch = all.filter(({ path }) => !erased.has(path))
    const whole = batch.filter((entry): entry is Exclude<Entry, { lost: string }> => !('lost' in entry))
    lost.push(...batch.flatMap((entry) => ('lost' in entry ? [entry.path] : [])))
    const items = async function* () {
      for (const entry of whole) yield { entry, isThere: (await present(entry.path)) !== undefined }
    }
    await each(items(), AT_ONCE, async ({ entry, isThere }) => {
      if (!isThere) await putOne(place, storage, entry)
      onFile(++files)
    })
    // Documents copied after the rows were read are not among them.
    if (whole.length > 0)
      await database.db
        .insert(contentDigests)
        .values(whole)
        .onConflictDoUpdate({
          target: contentDigests.path,
          set: { bytes: sql`excluded.bytes`, sha256: sql`excluded.sha256` },
        })
  }
  return lost
}

/** Finds which of this content belongs to documents whose key is erased. */
async function erasedAmong({ db }: Database, entries: Entry[]): Promise<Set<string>> {
  const paths = entries.map(({ path }) => path)
  const rows = await db
    .select({ path: documents.filePath })
    .from(documents)
    .where(and(inArray(documents.filePath, paths), isNull(documents.wrappedKey)))
  return new Set(rows.map(({ path }) => path))
}

async function putOne(
  place: Place,
  storage: Storage,
  { path, bytes, sha256 }: { path: string; bytes: number; sha256: string },
): Promise<void> {
  const damaged = (what: string) =>
    new BackupFault(
      `${contentPath(path)} in the ${place.describe()} ${what}. An older copy may not need it; \`npm run verify\` names everything that is wrong.`,
    )
  const content = await place.open(contentPath(path)).catch((error: unknown) => {
    throw error instanceof ObjectMissingError ? damaged('is missing') : error
  })
  const { through, result } = counting()
  content.on('error', (error) => through.destroy(error))
  const checked = async function* () {
    for await (const chunk of content.pipe(through)) yield chunk as Buffer
    const digest = result()
    // The throw comes before the store takes the last byte for the end, so that no damaged file appears there.
    if (digest.bytes !== bytes || digest.sha256 !== sha256) throw damaged('is damaged')
  }
  try {
    await storage.put(path, checked(), { expected: bytes })
  } catch (error) {
    if (!(error instanceof ObjectExistsError)) throw error
  } finally {
    content.destroy()
  }
}
