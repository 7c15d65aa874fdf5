import { ProofError } from './error.ts'
import { EMPTY_ROOT, nodeHash, rootOf, splitOf } from './merkle.ts'
import { TILE_HEIGHT, TILE_WIDTH, widthOf } from './tiles.ts'

/** Place of a tile of hashes in a tree; `width` is what the tree has of it. */
export interface HashTile {
  level: number
  index: number
  width: number
}

/** Reads tiles, all at once; answers their hashes in the same order, each of at least `width`. */
export type TileReader = (tiles: readonly HashTile[]) => Promise<readonly (readonly Uint8Array[])[]>

/** Leaves from `start` on, up to `end`, as a subtree. */
interface Range {
  start: number
  end: number
}

const tileKey = ({ level, index }: { level: number; index: number }) => `${level}/${index}`

/** Place of a perfect subtree of 2^height leaves in the tile that holds it. */
function placeOf(start: number, height: number) {
  const level = Math.floor(height / TILE_HEIGHT)
  const first = start / TILE_WIDTH ** level
  const count = 2 ** (height - level * TILE_HEIGHT)
  const index = Math.floor(first / TILE_WIDTH)
  return { level, index, from: first - index * TILE_WIDTH, count }
}

const heightOf = (size: number) => Math.round(Math.log2(size))
const isPerfect = (size: number) => 2 ** heightOf(size) === size

/** Perfect subtrees of which a range is made, from left to right. */
function perfectParts({ start, end }: Range): Range[] {
  if (isPerfect(end - start)) return [{ start, end }]
  const middle = start + splitOf(end - start)
  return [{ start, end: middle }, ...perfectParts({ start: middle, end })]
}

/** Hashes of ranges of a tree of `size` leaves: its tiles are read once, all together. */
async function hashesOf(ranges: readonly Range[], size: number, read: TileReader): Promise<Uint8Array[]> {
  const tiles = new Map<string, HashTile>()
  for (const { start, end } of ranges.flatMap(perfectParts)) {
    const place = placeOf(start, heightOf(end - start))
    tiles.set(tileKey(place), { ...place, width: widthOf(size, place.level, place.index) })
  }
  const wanted = [...tiles.values()].map(({ level, index, width }) => ({ level, index, width }))
  const answers = await read(wanted)
  const known = new Map(wanted.map((tile, at) => [tileKey(tile), answers[at]]))
  const hashOf = ({ start, end }: Range): Uint8Array => {
    const place = placeOf(start, heightOf(end - start))
    const hashes = known.get(tileKey(place))?.slice(place.from, place.from + place.count) ?? []
    if (hashes.length !== place.count) throw new ProofError('The tile has the wrong width.')
    return rootOf(hashes)
  }
  return ranges.map((range) =>
    perfectParts(range)
      .map(hashOf)
      .reduceRight((right, left) => nodeHash(left, right)),
  )
}

/** Root of the first `size` leaves. */
export async function treeRoot(size: number, read: TileReader): Promise<Uint8Array> {
  if (size === 0) return EMPTY_ROOT
  const [root = EMPTY_ROOT] = await hashesOf([{ start: 0, end: size }], size, read)
  return root
}

/** Ranges whose hashes prove a leaf, from its sibling up (RFC 6962, section 2.1.1). */
function inclusionRanges(index: number, { start, end }: Range): Range[] {
  if (end - start === 1) return []
  const middle = start + splitOf(end - start)
  const [left, right] = [
    { start, end: middle },
    { start: middle, end },
  ]
  return index < middle ? [...inclusionRanges(index, left), right] : [...inclusionRanges(index, right), left]
}

/** Inclusion proof of the leaf at `index` in the tree of `size` leaves. */
export async function inclusionProof(index: number, size: number, read: TileReader): Promise<Uint8Array[]> {
  if (!(index >= 0 && index < size)) throw new ProofError('The index lies beyond the end of the tree.')
  const ranges = inclusionRanges(index, { start: 0, end: size })
  return ranges.length === 0 ? [] : hashesOf(ranges, size, read)
}

/** Ranges whose hashes prove that a tree begins with its first `oldSize` leaves (RFC 6962, section 2.1.2). */
function consistencyRanges(oldSize: number, { start, end }: Range, isWhole: boolean): Range[] {
  if (oldSize === end) return isWhole ? [] : [{ start, end }]
  const middle = start + splitOf(end - start)
  const [left, right] = [
    { start, end: middle },
    { start: middle, end },
  ]
  return oldSize <= middle
    ? [...consistencyRanges(oldSize, left, isWhole), right]
    : [...consistencyRanges(oldSize, right, false), left]
}

/** Consistency proof from the tree of the first `oldSize` leaves to the tree of `size`. */
export async function consistencyProof(
  oldSize: number,
  size: number,
  read: TileReader,
): Promise<Uint8Array[]> {
  if (!(oldSize > 0 && oldSize <= size)) throw new ProofError('The older tree is larger than the newer one.')
  const ranges = consistencyRanges(oldSize, { start: 0, end: size }, true)
  return ranges.length === 0 ? [] : hashesOf(ranges, size, read)
}
