import { createHash } from 'node:crypto'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/**
 * A part of an escrowed master key: 44 bytes, written as 32 words of the English list of BIP 39, 11 bits a word, the first bit first.
 *
 *     1 (version) | threshold (1) | escrow (2, random, the same in all parts) | key check (4) | share (33) | checksum (3)
 *
 * `key check`: the first bytes of the key's fingerprint. `share`: Shamir's scheme byte by byte over GF(2^8) with the polynomial 0x11b, 32 values
 * of y and then x. `checksum`: the first bytes of SHA-256 of all before. The sheets of the holders say the same.
 */
export type Part = { threshold: number; escrow: string; keyCheck: string; share: Buffer }

export const wordsOfPart = 32
const VERSION = 1
const SHARE_BYTES = 33
const BODY_BYTES = 8 + SHARE_BYTES
const CHECKSUM_BYTES = 3
const BITS = 11

/** Fault of a part that was typed: a word that is not in the list, another number of words, or a checksum that does not fit. */
export class PartFault extends Error {
  override readonly name = 'PartFault'

  constructor(reason: 'length' | 'word' | 'checksum') {
    super(reason)
  }
}

const checksum = (body: Uint8Array) => createHash('sha256').update(body).digest().subarray(0, CHECKSUM_BYTES)

export function partToWords({ threshold, escrow, keyCheck, share }: Part): string {
  const body = Buffer.concat([
    Buffer.from([VERSION, threshold]),
    Buffer.from(escrow, 'hex'),
    Buffer.from(keyCheck, 'hex'),
    share,
  ])
  if (body.length !== BODY_BYTES) throw new Error('A part has the wrong length')
  const bits = [...body, ...checksum(body)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return Array.from(
    { length: wordsOfPart },
    (_, at) => wordlist[Number.parseInt(bits.slice(at * BITS, (at + 1) * BITS), 2)],
  ).join(' ')
}

/** Reads words as they were typed: in any case, with numbers and line breaks between them. @throws PartFault */
export function partFromWords(text: string): Part {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  if (words.length !== wordsOfPart) throw new PartFault('length')
  const bits = words
    .map((word) => {
      const index = wordlist.indexOf(word)
      if (index < 0) throw new PartFault('word')
      return index.toString(2).padStart(BITS, '0')
    })
    .join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const body = bytes.subarray(0, BODY_BYTES)
  if (!checksum(body).equals(bytes.subarray(BODY_BYTES)) || body[0] !== VERSION)
    throw new PartFault('checksum')
  return {
    threshold: body[1] ?? 0,
    escrow: body.toString('hex', 2, 4),
    keyCheck: body.toString('hex', 4, 8),
    share: body.subarray(8),
  }
}
