import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, fromBase64 } from './bytes.ts'
import { ProofError } from './error.ts'
import { EMPTY_ROOT, leafHash, rootOf, verifyConsistency, verifyInclusion } from './merkle.ts'
import { TILE_WIDTH } from './tiles.ts'
import { consistencyProof, inclusionProof, type TileReader, treeRoot } from './tree.ts'
import { vectors } from './vectors.testing.ts'

interface Case {
  file: string
  wantErr: boolean
  proof: string[] | null
}

const inclusions = vectors<{
  cases: (Case & { leafIdx: number; treeSize: number; root: string; leafHash: string })[]
}>('inclusion').cases
const consistencies = vectors<{
  cases: (Case & { size1: number; size2: number; root1: string; root2: string })[]
}>('consistency').cases

const outcome = (work: () => void): boolean => {
  try {
    work()
    return true
  } catch (error) {
    if (error instanceof ProofError) return false
    throw error
  }
}

test.each(inclusions)('inclusion: $file', ({ leafIdx, treeSize, root, leafHash, proof, wantErr }) => {
  const given = () =>
    verifyInclusion({
      index: leafIdx,
      size: treeSize,
      hash: fromBase64(leafHash),
      root: fromBase64(root),
      proof: (proof ?? []).map(fromBase64),
    })
  expect(outcome(given)).toBe(!wantErr)
})

test.each(consistencies)('consistency: $file', ({ size1, size2, root1, root2, proof, wantErr }) => {
  const given = () =>
    verifyConsistency({
      oldSize: size1,
      size: size2,
      oldRoot: fromBase64(root1),
      root: fromBase64(root2),
      proof: (proof ?? []).map(fromBase64),
    })
  expect(outcome(given)).toBe(!wantErr)
})

/** A tree of leaves '0', '1', …, and a reader of its tiles. */
function treeOf(size: number) {
  const levels = [Array.from({ length: size }, (_, at) => leafHash(bytesOf(String(at))))]
  for (let below = levels[0] ?? []; below.length >= TILE_WIDTH; below = levels.at(-1) ?? [])
    levels.push(
      Array.from({ length: Math.floor(below.length / TILE_WIDTH) }, (_, at) =>
        rootOf(below.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH)),
      ),
    )
  const read: TileReader = async (tiles) =>
    tiles.map(({ level, index, width }) =>
      (levels[level] ?? []).slice(index * TILE_WIDTH, index * TILE_WIDTH + width),
    )
  return { hashes: levels[0] ?? [], read }
}

const largest = 70_000
const tree = treeOf(largest)
const sizes = fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: largest }))

test('the root of an empty tree is the hash of nothing, and the root of one leaf its hash', async () => {
  expect(await treeRoot(0, tree.read)).toEqual(EMPTY_ROOT)
  expect(await treeRoot(1, tree.read)).toEqual(tree.hashes[0])
})

test('proofs that are made of tiles prove, and no other length, index or order does', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), async (size, pick) => {
      const index = pick % size
      const root = await treeRoot(size, tree.read)
      expect(root).toEqual(rootOf(tree.hashes.slice(0, size)))
      const proof = await inclusionProof(index, size, tree.read)
      const hash = tree.hashes[index] ?? EMPTY_ROOT
      const inclusion = { index, size, hash, root, proof }
      verifyInclusion(inclusion)
      expect(() => verifyInclusion({ ...inclusion, proof: [...proof, root] })).toThrow('too long')
      expect(() => verifyInclusion({ ...inclusion, index: size })).toThrow('beyond the end')
      if (proof.length > 0)
        expect(() => verifyInclusion({ ...inclusion, proof: proof.slice(0, -1) })).toThrow('too short')

      const oldSize = index + 1
      const oldRoot = await treeRoot(oldSize, tree.read)
      const hashes = await consistencyProof(oldSize, size, tree.read)
      const consistency = { oldSize, size, oldRoot, root, proof: hashes }
      verifyConsistency(consistency)
      expect(() => verifyConsistency({ ...consistency, proof: [...hashes, root] })).toThrow('too long')
      if (hashes.length > 0)
        expect(() => verifyConsistency({ ...consistency, proof: hashes.slice(0, -1) })).toThrow(ProofError)
      expect(() => verifyConsistency({ ...consistency, oldSize: size + 1 })).toThrow('larger than the newer')
    }),
    { numRuns: 60 },
  )
})

test('all proofs of all trees of up to 40 leaves prove, and with any changed hash none does', async () => {
  // Like TestTree of golang/mod sumdb/tlog/tlog_test.go at fe2ec04, which goes on to 100.
  const changed = (proof: Uint8Array[], at: number) =>
    proof.map((hash, k) =>
      k === at ? Uint8Array.from(hash, (byte, n) => (n === 0 ? byte ^ 1 : byte)) : hash,
    )
  for (let size = 1; size <= 40; size++) {
    const root = rootOf(tree.hashes.slice(0, size))
    for (let index = 0; index < size; index++) {
      const hash = tree.hashes[index] ?? EMPTY_ROOT
      const proof = await inclusionProof(index, size, tree.read)
      const inclusion = (given: Uint8Array[]) => () =>
        verifyInclusion({ index, size, hash, root, proof: given })
      const hashes = await consistencyProof(index + 1, size, tree.read)
      const oldRoot = rootOf(tree.hashes.slice(0, index + 1))
      const consistency = (given: Uint8Array[]) => () =>
        verifyConsistency({ oldSize: index + 1, size, oldRoot, root, proof: given })
      const named = `${index} of ${size}`
      expect([outcome(inclusion(proof)), outcome(consistency(hashes))], named).toEqual([true, true])
      const wrong = [
        ...proof.map((_, at) => inclusion(changed(proof, at))),
        ...hashes.map((_, at) => consistency(changed(hashes, at))),
      ]
      expect(wrong.filter(outcome), named).toEqual([])
    }
  }
})

test('a proof from an empty tree is refused, whatever it says', async () => {
  const root = await treeRoot(5, tree.read)
  expect(() => verifyConsistency({ oldSize: 0, size: 5, oldRoot: EMPTY_ROOT, root, proof: [] })).toThrow(
    'says nothing',
  )
  await expect(consistencyProof(0, 5, tree.read)).rejects.toThrow(ProofError)
  await expect(inclusionProof(5, 5, tree.read)).rejects.toThrow(ProofError)
})

test('a proof stands for sizes beyond 32 bits', () => {
  const size = 2 ** 40
  const hash = leafHash(bytesOf('x'))
  const proof = Array.from({ length: 40 }, () => hash)
  expect(outcome(() => verifyInclusion({ index: size - 1, size, hash, root: hash, proof }))).toBe(false)
  expect(() => verifyInclusion({ index: 0, size, hash, root: hash, proof: proof.slice(1) })).toThrow('short')
  expect(() => verifyInclusion({ index: 0.5, size, hash, root: hash, proof })).toThrow('whole number')
})
