import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { linesOf } from '../../../platform/lines.ts'
import type { Beginning } from '../copy/rows-out.ts'
import { type Copy, copyPaths, openPiece } from '../place/copies.ts'
import { counting } from '../place/digest.ts'
import { BackupFault, DamagedFault, WrongKeyFault } from '../place/fault.ts'
import { opener } from '../place/keys.ts'
import type { Place } from '../place/place.ts'

const beginningSchema = z.object({
  format: z.literal(1),
  deployment: z.uuid(),
  copy: z.string(),
  version: z.string(),
  migrations: z.array(z.number()),
  sequences: z.record(z.string(), z.number()),
  masterKeys: z.string().min(1),
}) satisfies z.ZodType<Beginning>
const endSchema = z.object({
  counts: z.record(z.string(), z.number()),
  content: z.object({ bytes: z.number(), sha256: z.string() }),
})

/** Line of the encrypted part of a copy, in order: the beginning, then tables each with its rows, then the end. */
export type Line =
  | { kind: 'beginning'; beginning: Beginning }
  | { kind: 'table'; name: string }
  | { kind: 'row'; row: string }
  | { kind: 'end'; end: z.infer<typeof endSchema> }

/**
 * Decrypts and reads the rows of a copy, a piece at a time.
 * @throws BackupFault when the key is another one's, or the rows are missing or damaged in any way
 */
export async function* readRows(place: Place, copy: Copy, privateKey: string): AsyncGenerator<Line> {
  const { decrypter, publicKey } = await opener(privateKey)
  if (publicKey !== copy.recipient)
    throw new WrongKeyFault(
      `This is the wrong key: the copy was encrypted to ${copy.recipient}, and this key opens what is encrypted to ${publicKey}`,
    )
  const path = copyPaths(copy.copy).rows
  const stored = await openPiece(place, path)
  const { through, result } = counting()
  const reading = pipeline(stored, through)
  reading.catch(() => undefined)
  const plain = createGunzip()
  let ended = false
  try {
    const opened = await decrypter.decrypt(Readable.toWeb(through) as globalThis.ReadableStream<Uint8Array>)
    const flow = pipeline(Readable.fromWeb(opened as unknown as ReadableStream), plain)
    flow.catch(() => undefined)
    for await (const line of linesOf(plain)) {
      const read = parse(line)
      ended = read.kind === 'end'
      yield read
    }
    await flow
    await reading
    const { bytes, sha256 } = result()
    if (!ended || bytes !== copy.rows.bytes || sha256 !== copy.rows.sha256)
      throw new Error('it is not what was written')
  } catch (error) {
    // A place that cannot be read says nothing about the copy.
    if (stored.errored) throw stored.errored
    throw error instanceof BackupFault ? error : new DamagedFault(`${path} is damaged`, { cause: error })
  } finally {
    stored.destroy()
    plain.destroy()
  }
}

function parse(line: string): Line {
  const rest = line.slice(1)
  switch (line[0]) {
    case 'r':
      return { kind: 'row', row: rest }
    case 't':
      return { kind: 'table', name: z.string().parse(JSON.parse(rest)) }
    case 'b':
      return { kind: 'beginning', beginning: beginningSchema.parse(JSON.parse(rest)) }
    case 'e':
      return { kind: 'end', end: endSchema.parse(JSON.parse(rest)) }
    default:
      throw new Error('a line has no meaning')
  }
}

/** Reads the beginning alone: shows also that the key is the right one. */
export async function readBeginning(place: Place, copy: Copy, privateKey: string): Promise<Beginning> {
  for await (const line of readRows(place, copy, privateKey))
    if (line.kind === 'beginning') return line.beginning
  throw new DamagedFault(`${copyPaths(copy.copy).rows} is empty`)
}
