import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { linesOf } from '../../../platform/lines.ts'
import { type Copy, copyPaths, openPiece } from './copies.ts'
import { counting } from './digest.ts'
import { DamagedFault } from './fault.ts'
import type { Place } from './place.ts'

/** Content as a copy names it: its ciphertext's size and SHA-256, or why the deployment did not have it. Sorted by path, by bytes. */
export type Entry = { path: string; bytes: number; sha256: string } | { path: string; lost: string }

const toLine = (entry: Entry): string =>
  'lost' in entry
    ? `${entry.path}\tlost\t${entry.lost}\n`
    : `${entry.path}\t${entry.bytes}\t${entry.sha256}\n`

function fromLine(line: string): Entry {
  const [path = '', bytes, sha256 = ''] = line.split('\t')
  return bytes === 'lost' ? { path, lost: sha256 } : { path, bytes: Number(bytes), sha256 }
}

/** Writes the list to a file of this machine; returns its size and digest. */
export async function writeEntries(file: string, entries: AsyncIterable<Entry>) {
  const { through, result } = counting()
  const lines = async function* () {
    for await (const entry of entries) yield Buffer.from(toLine(entry))
  }
  await pipeline(Readable.from(lines()), createGzip(), through, createWriteStream(file, { mode: 0o600 }))
  return result()
}

/**
 * Yields the content that a copy names.
 * @throws DamagedFault when the list is missing, or at the end, when it is not the one that was written
 */
export async function* readEntries(place: Place, copy: Copy): AsyncGenerator<Entry> {
  const path = copyPaths(copy.copy).content
  const damaged = (cause?: unknown) => new DamagedFault(`${path} is damaged`, { cause })
  const hash = createHash('sha256')
  let bytes = 0
  const stored = await openPiece(place, path)
  const counted = async function* () {
    for await (const chunk of stored) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const plain = createGunzip()
  const flow = pipeline(counted, plain)
  flow.catch(() => undefined)
  try {
    for await (const line of linesOf(plain)) yield fromLine(line)
    await flow
  } catch (error) {
    throw isZlib(error) ? damaged(error) : error
  } finally {
    plain.destroy()
  }
  if (bytes !== copy.content.bytes || hash.digest('hex') !== copy.content.sha256) throw damaged()
}

const isZlib = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

/** Yields the paths of a list that nothing vouches for, as that of a copy without a summary. */
export async function* readPaths(place: Place, name: string): AsyncGenerator<string> {
  const plain = createGunzip()
  const flow = pipeline(await place.open(copyPaths(name).content), plain)
  flow.catch(() => undefined)
  for await (const line of linesOf(plain)) yield fromLine(line).path
  await flow
}
