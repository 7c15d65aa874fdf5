import { randomInt } from 'node:crypto'
import type { Readable } from 'node:stream'
import { inArray } from 'drizzle-orm'
import { documents } from '../../../db/tables/documents.ts'
import { type Entry, readEntries } from '../place/content-index.ts'
import { type Copy, chooseCopy, contentPath, copyPaths, openPiece, readCopy } from '../place/copies.ts'
import { digestOf } from '../place/digest.ts'
import { DamagedFault } from '../place/fault.ts'
import { needHead } from '../place/head.ts'
import { openPlace, type Place } from '../place/place.ts'
import type { BackupNeeds } from '../place/run.ts'
import { checkContent } from './check-content.ts'
import { erasureProblems } from './erase-again.ts'

export type SampleVerified = {
  copy: string
  /** Files of content that were read, and how many of them this deployment's keys decrypted too. */
  files: number
  decrypted: number
  /** Sentences about what is wrong, each naming the object; empty if nothing. */
  problems: string[]
}

type Whole = Exclude<Entry, { lost: string }>

/**
 * Checks the newest copy as far as the deployment can without the private key: its encrypted rows and its list are what was written,
 * and of a random sample of its content the ciphertext is, and decrypts with the deployment's own keys.
 * @param options.sample how many files, or 'all'
 * @throws BackupFault when the place cannot be understood
 */
export async function verifyCopy(
  services: Pick<BackupNeeds, 'database' | 'keyring'>,
  options: { place: string; at?: string; sample: number | 'all'; signal?: AbortSignal },
): Promise<SampleVerified> {
  const place = await openPlace(options.place)
  await needHead(place)
  const copy = await readCopy(place, await chooseCopy(place, options.at))
  const verified: SampleVerified = { copy: copy.copy, files: 0, decrypted: 0, problems: [] }
  const named = (error: unknown) => {
    if (!(error instanceof DamagedFault)) throw error
    verified.problems.push(error.message)
  }
  await checkRows(place, copy).catch(named)
  const sample = (await sampleOf(readEntries(place, copy), options.sample).catch(named)) ?? []
  for (const entry of sample) {
    options.signal?.throwIfAborted()
    const path = contentPath(entry.path)
    const there = await place.has(path)
    const plain = await plainOf(services, entry.path)
    const open = (): Promise<Readable> => place.open(path)
    const problem = there ? await checkContent(open, entry, plain) : 'is missing'
    if (problem) verified.problems.push(`${path} ${problem}`)
    else if (plain) verified.decrypted += 1
    verified.files += 1
  }
  verified.problems.push(...(await erasureProblems(place)))
  return verified
}

/** @throws DamagedFault unless the encrypted rows are those that were written */
async function checkRows(place: Place, copy: Copy): Promise<void> {
  const { rows } = copyPaths(copy.copy)
  if ((await digestOf(await openPiece(place, rows))).sha256 !== copy.rows.sha256)
    throw new DamagedFault(`${rows} is damaged`)
}

/** Draws entries, each with the same chance, in one pass (reservoir sampling). */
async function sampleOf(entries: AsyncIterable<Entry>, size: number | 'all'): Promise<Whole[]> {
  const chosen: Whole[] = []
  let seen = 0
  for await (const entry of entries) {
    if ('lost' in entry) continue
    seen += 1
    if (size === 'all' || chosen.length < size) chosen.push(entry)
    else {
      const index = randomInt(seen)
      if (index < size) chosen[index] = entry
    }
  }
  return chosen
}

/** Returns what the deployment needs to decrypt a file; undefined when its document was shredded since. */
async function plainOf(
  { database: { db }, keyring }: Pick<BackupNeeds, 'database' | 'keyring'>,
  path: string,
) {
  const [document] = await db
    .select()
    .from(documents)
    .where(inArray(documents.filePath, [path]))
  if (!document?.wrappedKey) return undefined
  const { id, wrappedKey: wrapped, masterKeyId, fileSize, sha256 } = document
  return { id, key: keyring.unwrap({ wrapped, masterKeyId, documentId: id }), fileSize, sha256 }
}
