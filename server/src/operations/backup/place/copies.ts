import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { ObjectMissingError } from '../../../platform/storage/storage.ts'
import { BackupFault, DamagedFault } from './fault.ts'
import type { Place } from './place.ts'

/*
 * A copy is three objects below `copies/<time>/`. `rows.age` holds everything of the database, encrypted; `content.gz` names
 * the content, for clearing away without the private key; `copy.json` is written last: without it there is no copy.
 */

const COPIES = 'copies/'
export const contentPath = (path: string): string => `content/${path}`
export const copyPaths = (copy: string) => ({
  rows: `${COPIES}${copy}/rows.age`,
  content: `${COPIES}${copy}/content.gz`,
  summary: `${COPIES}${copy}/copy.json`,
})

const piece = z.object({ bytes: z.number().int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })
const schema = z.object({
  format: z.literal(1),
  deployment: z.uuid(),
  copy: z.string(),
  /** The version of Deedbox that made it. */
  version: z.string(),
  /** The public key that opens nothing, but says which private one does. */
  recipient: z.string(),
  rows: piece,
  content: piece,
  /** Files of content, and the bytes of their ciphertext together. */
  files: z.number().int().min(0),
  contentBytes: z.number().int().min(0),
  /** Documents whose content the deployment itself had lost, or erased while the copy was made. */
  lost: z.number().int().min(0),
})
/** Content of `copy.json`. */
export type Copy = z.infer<typeof schema>

/** Returns the size of a copy in bytes, its rows and names included. */
export const bytesOf = ({ contentBytes, rows, content }: Copy): number =>
  contentBytes + rows.bytes + content.bytes

/** Returns the name of a copy: the time of its snapshot, in a form that every file system takes. Sorts by time. */
export const copyName = (at: Date): string => at.toISOString().replaceAll(':', '-')

/** Returns the time that a name of a copy says. */
export const copyTime = (name: string): Date =>
  new Date(name.replace(/T(\d\d)-(\d\d)-/, (_, hour, minute) => `T${hour}:${minute}:`))

/**
 * Lists the names of all copies in a place, oldest first; and of what is left of copies that were never finished, or are being cleared
 * away.
 */
export async function listCopies(place: Place): Promise<{ whole: string[]; partial: string[] }> {
  const whole = new Set<string>()
  const names = new Set<string>()
  for await (const { path } of place.list(COPIES)) {
    const [name = '', file] = path.slice(COPIES.length).split('/')
    names.add(name)
    if (file === 'copy.json') whole.add(name)
  }
  const partial = [...names].filter((name) => !whole.has(name))
  return { whole: [...whole].sort(), partial: partial.sort() }
}

/**
 * Opens an object of a copy. What was moved aside counts as missing: it could still be read, but not for long.
 * @throws DamagedFault that names it when it is missing
 */
export async function openPiece(place: Place, path: string): Promise<Readable> {
  const missing = (cause?: unknown) => new DamagedFault(`${path} is missing`, { cause })
  if (!(await place.has(path))) throw missing()
  return place.open(path).catch((error: unknown) => {
    throw error instanceof ObjectMissingError ? missing(error) : error
  })
}

/** Reads the summary of a copy. @throws DamagedFault when it cannot be understood. */
export async function readCopy(place: Place, name: string): Promise<Copy> {
  const said = await text(await openPiece(place, copyPaths(name).summary))
  try {
    const copy = schema.parse(JSON.parse(said))
    if (copy.copy === name) return copy
  } catch {
    // The error is thrown below.
  }
  throw new DamagedFault(`${copyPaths(name).summary} is damaged`)
}

export async function writeCopy(place: Place, copy: Copy): Promise<void> {
  await place.put(
    copyPaths(copy.copy).summary,
    Readable.from([Buffer.from(`${JSON.stringify(copy, null, 2)}\n`)]),
  )
}

/**
 * Chooses the copy that is meant: the newest, or the newest that is not younger than `at` (a time, or the name of a copy, or how either
 * begins).
 */
export async function chooseCopy(place: Place, at?: string): Promise<string> {
  const { whole } = await listCopies(place)
  const newest = whole.at(-1)
  if (!newest) throw new BackupFault(`There is no copy in the ${place.describe()}`)
  if (at === undefined) return newest
  const named = at.replaceAll(':', '-').replace(' ', 'T')
  const chosen = whole.findLast((name) => name.startsWith(named)) ?? whole.findLast((name) => name <= named)
  if (!/^\d{4}-\d\d-\d\d/.test(named) || !chosen)
    throw new BackupFault(`There is no copy of ${at} or before: the oldest is ${whole[0]}`)
  return chosen
}
