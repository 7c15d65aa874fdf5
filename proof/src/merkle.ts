import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { sameBytes } from './bytes.ts'
import { ProofError } from './error.ts'

/** Size of a hash in bytes. */
export const HASH_BYTES = 32

/** Root of a tree without leaves: SHA-256 of nothing (RFC 6962, section 2.1). */
export const EMPTY_ROOT = sha256(new Uint8Array())

/** Hash of a leaf with this content: SHA-256(0x00 ‖ entry). */
export const leafHash = (entry: Uint8Array): Uint8Array => sha256(concatBytes(Uint8Array.of(0), entry))

/** Hash of a node above two others: SHA-256(0x01 ‖ left ‖ right). */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(concatBytes(Uint8Array.of(1), left, right))

// Sizes reach 2^53 - 1, so they are halved by division: shifts cut numbers to 32 bits.
const isOdd = (value: number) => value % 2 === 1
const half = (value: number) => Math.floor(value / 2)
const isPowerOfTwo = (value: number): boolean => value === 1 || (!isOdd(value) && isPowerOfTwo(half(value)))

/** Largest power of two below `size`, which is at least 2. */
export function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** Root of a tree of these leaf hashes (RFC 6962, section 2.1). */
export function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  const [first] = hashes
  if (!first) return EMPTY_ROOT
  if (hashes.length === 1) return first
  const split = splitOf(hashes.length)
  return nodeHash(rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split)))
}

function needSize(value: number, what: string): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new ProofError(`The ${what} is not a whole number.`)
}

function needHashes(...hashes: readonly Uint8Array[]): void {
  if (hashes.some(({ length }) => length !== HASH_BYTES)) throw new ProofError('A hash is not 32 bytes long.')
}

export interface Inclusion {
  index: number
  size: number
  /** Hash of the leaf at `index`. */
  hash: Uint8Array
  /** Hashes from the leaf's sibling up to the root's child. */
  proof: readonly Uint8Array[]
}

/** Root of the tree of `size` leaves to which an inclusion proof leads (RFC 9162, section 2.1.3.2). Refused: a proof of the wrong length. */
export function rootOfInclusion({ index, size, hash, proof }: Inclusion): Uint8Array {
  needSize(index, 'index')
  needSize(size, 'size')
  needHashes(hash, ...proof)
  if (index >= size) throw new ProofError('The index lies beyond the end of the tree.')
  let [node, last, root] = [index, size - 1, hash]
  for (const other of proof) {
    if (last === 0) throw new ProofError('The inclusion proof is too long.')
    if (isOdd(node) || node === last) {
      root = nodeHash(other, root)
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)]
    } else root = nodeHash(root, other)
    ;[node, last] = [half(node), half(last)]
  }
  if (last !== 0) throw new ProofError('The inclusion proof is too short.')
  return root
}

/** Proves that the tree with this root has the leaf at `index`; throws a `ProofError` otherwise. */
export function verifyInclusion(inclusion: Inclusion & { root: Uint8Array }): void {
  if (!sameBytes(rootOfInclusion(inclusion), inclusion.root))
    throw new ProofError('The inclusion proof does not lead to the root of the tree.')
}

export interface Consistency {
  oldSize: number
  size: number
  oldRoot: Uint8Array
  root: Uint8Array
  proof: readonly Uint8Array[]
}

/**
 * Proves that the tree of `size` leaves begins with the tree of `oldSize` (RFC 9162, section 2.1.4.2); throws a `ProofError` otherwise.
 * A proof from an empty tree says nothing, so it is refused.
 */
export function verifyConsistency({ oldSize, size, oldRoot, root, proof }: Consistency): void {
  needSize(oldSize, 'older size')
  needSize(size, 'size')
  if (oldSize > size) throw new ProofError('The older tree is larger than the newer one.')
  if (oldSize === 0) throw new ProofError('A proof from an empty tree says nothing.')
  if (oldSize === size) {
    if (proof.length > 0) throw new ProofError('The consistency proof is too long.')
    if (!sameBytes(oldRoot, root)) throw new ProofError('Two trees of one size have different roots.')
    return
  }
  needHashes(oldRoot, root, ...proof)
  const [first, ...rest] = isPowerOfTwo(oldSize) ? [oldRoot, ...proof] : proof
  if (!first) throw new ProofError('The consistency proof is too short.')
  let [node, last] = [oldSize - 1, size - 1]
  while (isOdd(node)) [node, last] = [half(node), half(last)]
  let [oldTop, top] = [first, first]
  for (const other of rest) {
    if (last === 0) throw new ProofError('The consistency proof is too long.')
    if (isOdd(node) || node === last) {
      ;[oldTop, top] = [nodeHash(other, oldTop), nodeHash(other, top)]
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)]
    } else top = nodeHash(top, other)
    ;[node, last] = [half(node), half(last)]
  }
  if (last !== 0) throw new ProofError('The consistency proof is too short.')
  if (!sameBytes(oldTop, oldRoot) || !sameBytes(top, root))
    throw new ProofError('The newer tree does not begin with the older one.')
}
