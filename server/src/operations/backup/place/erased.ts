import { createHash } from 'node:crypto'
import { linesOf } from '../../../platform/lines.ts'
import { copyName, copyTime, openPiece } from './copies.ts'
import { DamagedFault } from './fault.ts'
import type { Place } from './place.ts'

/*
 * Erasures of a deployment, so that a restore of an older copy erases the same documents again: objects `erased/<until>-since-<since>`,
 * each naming all that was erased between these times, a line for each document with its id and the time; the last line has their count and
 * the SHA-256 of the lines before it. Ids say nothing to others, so they are not encrypted.
 */

const ERASED = 'erased/'
const NAME = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)-since-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)$/
const LINE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/
const END = /^end (\d+) ([0-9a-f]{64})$/

/** An object that names what was erased between two times. */
export type ErasedObject = { path: string; since: Date; until: Date }
/** A document whose content and key were removed for good, and when. */
export type Erasure = { id: string; at: Date }

/** Lists all objects that name erasures, by the time until which they do. */
export async function listErased(place: Place): Promise<ErasedObject[]> {
  const objects: ErasedObject[] = []
  for await (const { path } of place.list(ERASED)) {
    const [, until, since] = NAME.exec(path.slice(ERASED.length)) ?? []
    if (until && since) objects.push({ path, since: copyTime(since), until: copyTime(until) })
  }
  return objects.sort((a, b) => a.until.getTime() - b.until.getTime())
}

/** @throws ObjectExistsError when another server has named the erasures between the same times */
export async function writeErased(
  place: Place,
  { since, until }: Omit<ErasedObject, 'path'>,
  erasures: AsyncIterable<Erasure[]>,
): Promise<void> {
  const lines = async function* () {
    const hash = createHash('sha256')
    let count = 0
    for await (const batch of erasures) {
      const text = Buffer.from(batch.map(({ id, at }) => `${id} ${at.toISOString()}\n`).join(''))
      hash.update(text)
      count += batch.length
      yield text
    }
    yield Buffer.from(`end ${count} ${hash.digest('hex')}\n`)
  }
  await place.put(`${ERASED}${copyName(until)}-since-${copyName(since)}`, lines())
}

/**
 * Yields what an object names.
 * @throws DamagedFault that names it when it is missing, or at the end, when it is not what was written
 */
export async function* readErased(place: Place, { path }: ErasedObject): AsyncGenerator<Erasure> {
  const damaged = new DamagedFault(`${path} is damaged`)
  const hash = createHash('sha256')
  let count = 0
  let end: RegExpExecArray | null = null
  for await (const line of linesOf(await openPiece(place, path))) {
    if (end) throw damaged
    end = END.exec(line)
    if (end) continue
    const [, id, at] = LINE.exec(line) ?? []
    if (!id || !at) throw damaged
    hash.update(`${line}\n`)
    count += 1
    yield { id, at: new Date(at) }
  }
  if (Number(end?.[1] ?? -1) !== count || end?.[2] !== hash.digest('hex')) throw damaged
}
