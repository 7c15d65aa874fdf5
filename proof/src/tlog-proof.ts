import { fromBase64, toBase64, wholeNumber } from './bytes.ts'
import { ProofError } from './error.ts'
import { HASH_BYTES } from './merkle.ts'

const HEADER = 'c2sp.org/tlog-proof@v1'

/** Limit of hashes of a proof: a tree of 2^63 leaves has 63 levels above them. */
const MAX_HASHES = 63

/** Proof that a leaf is in a log, in one text that needs nothing else (c2sp.org/tlog-proof). */
export interface TlogProof {
  index: number
  hashes: readonly Uint8Array[]
  /** Signed checkpoint, to the letter. */
  checkpoint: string
  extra?: Uint8Array
}

export function tlogProofText({ index, hashes, checkpoint, extra }: TlogProof): string {
  const lines = [HEADER, ...(extra ? [`extra ${toBase64(extra)}`] : []), `index ${index}`]
  return `${[...lines, ...hashes.map(toBase64)].join('\n')}\n\n${checkpoint}`
}

/** Proof of its text, not checked yet. */
export function parseTlogProof(text: string): TlogProof {
  const split = text.indexOf('\n\n')
  if (split < 0) throw new ProofError('The proof has no checkpoint.')
  const lines = text.slice(0, split).split('\n')
  if (lines.shift() !== HEADER) throw new ProofError('The text is not a proof of a log.')
  const extra = lines[0]?.startsWith('extra ') ? fromBase64(lines.shift()?.slice(6) ?? '') : undefined
  const index = lines.shift() ?? ''
  if (!index.startsWith('index ')) throw new ProofError('The proof has no index.')
  if (lines.length > MAX_HASHES) throw new ProofError('The proof has too many hashes.')
  const hashes = lines.map(fromBase64)
  if (hashes.some(({ length }) => length !== HASH_BYTES))
    throw new ProofError('A hash of the proof is not 32 bytes long.')
  return {
    index: wholeNumber(index.slice(6), 'index'),
    hashes,
    checkpoint: text.slice(split + 2),
    ...(extra && { extra }),
  }
}
