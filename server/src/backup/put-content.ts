import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { contentDigests } from '../db/tables/backups.ts'
import { chunksOf } from '../platform/storage/chunks.ts'
import { ObjectExistsError, ObjectMissingError, type Storage } from '../platform/storage/storage.ts'
import { type Entry, readEntries } from './content-index.ts'
import { type Copy, contentPath } from './copies.ts'
import { counting } from './digest.ts'
import { each } from './each.ts'
import { BackupFault } from './fault.ts'
import type { Place } from './place.ts'

const BATCH = 200
const AT_ONCE = 4

/**
 * Puts the content of a copy into a store, each file only if it is what was copied; what an interrupted restore put there stays.
 * Returns what the deployment had lost before.
 * @throws BackupFault that names a missing or damaged file
 */
export async function putContent(
  { place, copy, storage, database }: { place: Place; copy: Copy; storage: Storage; database: Database },
  onFile: (files: number) => void,
): Promise<string[]> {
  const lost: string[] = []
  let files = 0
  for await (const batch of chunksOf(readEntries(place, copy), BATCH)) {
    const whole = batch.filter((entry): entry is Exclude<Entry, { lost: string }> => !('lost' in entry))
    lost.push(...batch.flatMap((entry) => ('lost' in entry ? [entry.path] : [])))
    const items = async function* () {
      yield* whole
    }
    await each(items(), AT_ONCE, async (entry) => {
      if (!(await storage.has(entry.path))) await putOne(place, storage, entry)
      onFile(++files)
    })
    // Those that were copied after the rows were read are not among them.
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
    const found = result()
    // Before the store takes the last byte for the end, so that no damaged file appears there.
    if (found.bytes !== bytes || found.sha256 !== sha256) throw damaged('is damaged')
  }
  try {
    await storage.put(path, checked(), { expected: bytes })
  } catch (error) {
    if (!(error instanceof ObjectExistsError)) throw error
  } finally {
    content.destroy()
  }
}
