import { concatBytes } from '@noble/hashes/utils.js'
import { wholeNumber } from './bytes.ts'
import { ProofError } from './error.ts'
import { HASH_BYTES, rootOf } from './merkle.ts'

/** Number of hashes of a full tile (tlog-tiles v0.1.0). */
export const TILE_WIDTH = 256

/** Levels of nodes that one tile holds: 2^8 = 256. */
export const TILE_HEIGHT = 8

/** Limit of bytes of an entry: its length is written in two bytes. */
export const MAX_ENTRY_BYTES = 65_535

/** Part of a log: a tile of hashes on `level`, or the entries below a tile of level 0. */
export interface Tile {
  level: number | 'entries'
  index: number
  /** Number of hashes or entries, from 1 to 256. */
  width: number
}

/** Number of hashes of a tree of `size` leaves that stand on a level of tiles. */
export const hashesOnLevel = (size: number, level: number): number => Math.floor(size / TILE_WIDTH ** level)

/** Width of a tile in a tree of `size` leaves, 0 where the tree has no such tile. */
export function widthOf(size: number, level: number, index: number): number {
  return Math.max(0, Math.min(TILE_WIDTH, hashesOnLevel(size, level) - index * TILE_WIDTH))
}

/** Address of a tile: `tile/<L>/<N>[.p/<W>]`, N in groups of three digits, all but the last with an x before them. */
export function tilePath({ level, index, width }: Tile): string {
  const groups: string[] = []
  let rest = index
  do {
    const group = String(rest % 1000).padStart(3, '0')
    groups.unshift(groups.length === 0 ? group : `x${group}`)
    rest = Math.floor(rest / 1000)
  } while (rest > 0)
  return `tile/${level}/${groups.join('/')}${width === TILE_WIDTH ? '' : `.p/${width}`}`
}

/** Limit of levels of tiles that a tree of up to 2^53 leaves has. */
const MAX_LEVEL = 6

/** Tile that an address names. Refused: every other way to write the same address. */
export function parseTilePath(path: string): Tile {
  const [, name = '', groups = '', partial] =
    /^tile\/(entries|[0-9]+)\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([0-9]+))?$/.exec(path) ?? []
  const level = name === 'entries' ? name : wholeNumber(name, 'level')
  const index = Number(groups.replace(/[x/]/g, ''))
  const width = partial === undefined ? TILE_WIDTH : wholeNumber(partial, 'width')
  const tile: Tile = { level, index, width }
  const isKnown = level === 'entries' || level < MAX_LEVEL
  if (!isKnown || width < 1 || width > TILE_WIDTH || !Number.isSafeInteger(index) || tilePath(tile) !== path)
    throw new ProofError('The address is not one of a tile.')
  return tile
}

/** Hashes of a tile. Refused: any other width than the one that was asked for. */
export function parseTile(bytes: Uint8Array, width: number): Uint8Array[] {
  if (bytes.length !== width * HASH_BYTES) throw new ProofError('The tile has the wrong width.')
  return Array.from({ length: width }, (_, at) => bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES))
}

/** Root of a full tile, which is a hash on the level of tiles above. */
export function tileRoot(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length !== TILE_WIDTH) throw new ProofError('The tile has the wrong width.')
  return rootOf(hashes)
}

/** Entries one after the other, each behind its length in two bytes, big end first. */
export function entryBundle(entries: readonly Uint8Array[]): Uint8Array {
  return concatBytes(
    ...entries.flatMap((entry) => {
      if (entry.length > MAX_ENTRY_BYTES) throw new ProofError('An entry is longer than 65,535 bytes.')
      return [Uint8Array.of(entry.length >> 8, entry.length & 255), entry]
    }),
  )
}

/** Entries of a bundle. Refused: any other number of entries than `width`, and bytes that are missing or left over. */
export function parseEntryBundle(bytes: Uint8Array, width: number): Uint8Array[] {
  const entries: Uint8Array[] = []
  let at = 0
  while (at < bytes.length) {
    const [high, low] = bytes.subarray(at, at + 2)
    if (high === undefined || low === undefined) throw new ProofError('The bundle of entries is cut off.')
    const end = at + 2 + high * 256 + low
    if (end > bytes.length) throw new ProofError('The bundle of entries is cut off.')
    entries.push(bytes.subarray(at + 2, end))
    at = end
  }
  if (entries.length !== width) throw new ProofError('The bundle has another number of entries.')
  return entries
}
