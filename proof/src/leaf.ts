import { sha256 } from '@noble/hashes/sha2.js'
import canonicalize from 'canonicalize'
import { bytesOf, fromBase64Url, textOf, toBase64Url } from './bytes.ts'
import { ProofError } from './error.ts'
import { MAX_ENTRY_BYTES } from './tiles.ts'

/** First byte of a leaf: how the rest is written. */
const VERSION = 0x01

/** Fewest bytes of the salt of a commitment (RFC 9901, section 9.3). */
export const SALT_BYTES = 16

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Text of a value by RFC 8785. Refused: half of a surrogate pair, and numbers that JSON does not have. */
export function canonicalText(value: Json): string {
  let text: string | undefined
  try {
    text = canonicalize(value)
  } catch {
    // Falls through.
  }
  if (text === undefined || !text.isWellFormed()) throw new ProofError('The value has no text in JSON.')
  return text
}

/** Value of a text. Refused: every text but the one of RFC 8785, so also names that stand twice in an object. */
export function parseCanonical(text: string): Json {
  let value: Json
  try {
    value = JSON.parse(text)
  } catch {
    throw new ProofError('The text is not JSON.')
  }
  if (canonicalText(value) !== text) throw new ProofError('The text is not in the form of RFC 8785.')
  return value
}

/** Fields that a leaf says openly, besides the hashes of what only its disclosures say. */
export interface Leaf {
  /** The database's own text of the time, in UTC with microseconds. */
  at: string
  event: string
  /** Number of the event in the audit trail. */
  number: number
  /** Hashes of disclosures, sorted, so that their order says nothing. */
  _sd: string[]
  /** Details of an event that names no person, such as the one that begins a log. */
  open?: { [name: string]: Json }
}

/** Bytes of a leaf: a version byte, then its text by RFC 8785. Refused: more than 65,535 bytes. */
export function leafBytes(leaf: Leaf): Uint8Array {
  const text = bytesOf(canonicalText({ ...leaf, _sd: [...leaf._sd].sort() } as { [name: string]: Json }))
  const bytes = new Uint8Array(text.length + 1)
  bytes[0] = VERSION
  bytes.set(text, 1)
  if (bytes.length > MAX_ENTRY_BYTES) throw new ProofError('The leaf is longer than 65,535 bytes.')
  return bytes
}

const isObject = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTexts = (value: Json | undefined): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** Leaf of its bytes. Refused: other versions, other forms. */
export function parseLeaf(bytes: Uint8Array): Leaf {
  if (bytes[0] !== VERSION) throw new ProofError('The leaf has a version that is not known.')
  const value = parseCanonical(textOf(bytes.subarray(1)))
  if (!isObject(value)) throw new ProofError('The leaf is not an object.')
  const { at, event, number, _sd, open } = value
  if (typeof at !== 'string' || typeof event !== 'string' || typeof number !== 'number' || !isTexts(_sd))
    throw new ProofError('The leaf lacks a field.')
  return { at, event, number, _sd, ...(isObject(open) && { open }) }
}

export interface Disclosure {
  salt: Uint8Array
  name: string
  value: Json
}

/** Text of a disclosure (RFC 9901): base64url of `[salt, name, value]`. */
export function disclosureText({ salt, name, value }: Disclosure): string {
  if (salt.length < SALT_BYTES) throw new ProofError('The salt is too short.')
  return toBase64Url(bytesOf(canonicalText([toBase64Url(salt), name, value])))
}

/** Hash of a disclosure's text, as it stands in the leaf. */
export const disclosureHash = (text: string): string => toBase64Url(sha256(bytesOf(text)))

export function parseDisclosure(text: string): Disclosure {
  const value = parseCanonical(textOf(fromBase64Url(text)))
  if (!Array.isArray(value) || value.length !== 3) throw new ProofError('The text is not a disclosure.')
  const [salt, name, content] = value
  if (typeof salt !== 'string' || typeof name !== 'string' || content === undefined)
    throw new ProofError('The text is not a disclosure.')
  const bytes = fromBase64Url(salt)
  if (bytes.length < SALT_BYTES) throw new ProofError('The salt is too short.')
  return { salt: bytes, name, value: content }
}

/** Reads the disclosures of a leaf. Refused: one that the leaf does not have, one that is given twice, two of one name. */
export function disclosed(leaf: Leaf, disclosures: readonly string[]): Map<string, Json> {
  const said = new Map<string, Json>()
  for (const text of disclosures) {
    const { name, value } = parseDisclosure(text)
    if (!leaf._sd.includes(disclosureHash(text)))
      throw new ProofError(`The leaf has no commitment to what is said of ${name}.`)
    if (said.has(name)) throw new ProofError(`Two disclosures say something of ${name}.`)
    said.set(name, value)
  }
  return said
}
