import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { bytesOf, fromBase64, textOf, toBase64 } from './bytes.ts'
import { ProofError } from './error.ts'

/** Kinds of keys (signed-note v1.0.0): a log's Ed25519 key, and a witness's Ed25519 key for cosignatures. */
export const ED25519 = 0x01
export const COSIGNATURE = 0x04

/** Number of signatures of a note that are read; the specification asks for at least 16. */
const MAX_SIGNATURES = 100

/** Bytes of a key's id, which stands before each signature. */
const ID_BYTES = 4

const needName = (name: string) => {
  if (name === '' || /[\s\u0085+]/u.test(name)) throw new ProofError('The name of the key is not allowed.')
}

export interface VerifierKey {
  name: string
  /** First 4 bytes of SHA-256(name ‖ newline ‖ type ‖ key), as 8 hexadecimal digits. */
  id: string
  type: number
  key: Uint8Array
}

const keyId = (name: string, type: number, key: Uint8Array) =>
  bytesToHex(sha256(concatBytes(bytesOf(`${name}\n`), Uint8Array.of(type), key)).subarray(0, ID_BYTES))

export function verifierKey(name: string, type: number, key: Uint8Array): VerifierKey {
  needName(name)
  return { name, id: keyId(name, type, key), type, key }
}

/** Text of a verifier key: `<name>+<id>+<base64(type ‖ key)>`. */
export const verifierKeyText = ({ name, id, type, key }: VerifierKey): string =>
  `${name}+${id}+${toBase64(concatBytes(Uint8Array.of(type), key))}`

/** Verifier key of its text. Refused: an id that is not the key's. */
export function parseVerifierKey(text: string): VerifierKey {
  const [, name = '', id = '', base64 = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/u.exec(text) ?? []
  if (name === '') throw new ProofError('The text is not a verifier key.')
  const [type, ...key] = fromBase64(base64)
  if (type === undefined || key.length === 0) throw new ProofError('The text is not a verifier key.')
  const read = verifierKey(name, type, Uint8Array.from(key))
  if (read.id !== id) throw new ProofError('The id of the verifier key is not the one of its key.')
  return read
}

export interface NoteSignature {
  name: string
  id: string
  /** Bytes of the signature, behind the key's id. */
  signature: Uint8Array
}

/** Signs the text of a note with one key. */
export interface Signer {
  key: VerifierKey
  sign(text: string): Uint8Array
}

/** Checks signatures of one key. */
export interface Verifier {
  key: VerifierKey
  verify(text: string, signature: Uint8Array): boolean
}

/** Checks an Ed25519 signature by the rules of RFC 8032; a malformed key or signature is just wrong. */
export function verifyEd25519(signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, key, { zip215: false })
  } catch {
    return false
  }
}

/** @param secret Seed of an Ed25519 key, 32 bytes. */
export function ed25519Signer(name: string, secret: Uint8Array): Signer {
  return {
    key: verifierKey(name, ED25519, ed25519.getPublicKey(secret)),
    sign: (text) => ed25519.sign(bytesOf(text), secret),
  }
}

/** Verifier of a log's key. Refused: a key of another type. */
export function ed25519Verifier(key: VerifierKey): Verifier {
  if (key.type !== ED25519 || key.key.length !== 32) throw new ProofError('The key is not one of a log.')
  return { key, verify: (text, signature) => verifyEd25519(signature, bytesOf(text), key.key) }
}

const isAllowed = (character: string) => character === '\n' || character >= ' '

function needText(text: string): void {
  if (!text.endsWith('\n')) throw new ProofError('The text of the note does not end with a new line.')
  if (![...text].every(isAllowed)) throw new ProofError('The note has a control character.')
  if (!text.isWellFormed()) throw new ProofError('The note is not UTF-8.')
}

/** Line of a signature: `— <name> <base64(id ‖ signature)>`. */
export const signatureLine = ({ name, id, signature }: NoteSignature): string =>
  `— ${name} ${toBase64(concatBytes(hexToBytes(id), signature))}\n`

/** Note of a text, signed by each of these. */
export function signNote(text: string, signers: readonly Signer[]): string {
  needText(text)
  const lines = signers.map(({ key, sign }) => signatureLine({ ...key, signature: sign(text) }))
  return `${text}\n${lines.join('')}`
}

/** Signature of one line. Refused: every other line. */
export function parseSignatureLine(line: string): NoteSignature {
  const [, name = '', base64 = ''] = /^— ([^ ]+) ([^ ]+)$/u.exec(line) ?? []
  needName(name)
  const bytes = fromBase64(base64)
  if (bytes.length <= ID_BYTES) throw new ProofError('A signature of the note is cut off.')
  return { name, id: bytesToHex(bytes.subarray(0, ID_BYTES)), signature: bytes.subarray(ID_BYTES) }
}

/** Text and signatures of a note, none of them checked yet. Refused: a line that stands there twice. */
export function parseNote(note: string | Uint8Array): { text: string; signatures: NoteSignature[] } {
  const whole = typeof note === 'string' ? note : textOf(note)
  needText(whole)
  const split = whole.lastIndexOf('\n\n')
  const lines = split < 0 ? [] : whole.slice(split + 2, -1).split('\n')
  if (split < 0 || lines[0] === '' || lines[0] === undefined)
    throw new ProofError('The note has no signature.')
  if (lines.length > MAX_SIGNATURES) throw new ProofError('The note has too many signatures.')
  if (new Set(lines).size !== lines.length) throw new ProofError('A signature stands twice in the note.')
  return { text: whole.slice(0, split + 1), signatures: lines.map(parseSignatureLine) }
}

export interface OpenNote {
  text: string
  verified: { key: VerifierKey; signature: Uint8Array }[]
  /** Signatures of keys that nobody named: kept, and worth nothing. */
  unknown: NoteSignature[]
}

/** Opens a note. Refused: a signature of a known key that is wrong, even beside good ones; two signatures of one key; no known key at all. */
export function openNote(note: string | Uint8Array, verifiers: readonly Verifier[]): OpenNote {
  const { text, signatures } = parseNote(note)
  const opened: OpenNote = { text, verified: [], unknown: [] }
  for (const signature of signatures) {
    const known = verifiers.filter(({ key }) => key.name === signature.name && key.id === signature.id)
    const [verifier] = known
    if (!verifier) opened.unknown.push(signature)
    else if (known.length > 1) throw new ProofError(`Two keys have the name and id of ${signature.name}.`)
    else if (opened.verified.some(({ key }) => key === verifier.key))
      throw new ProofError(`${signature.name} signed the note twice.`)
    else if (!verifier.verify(text, signature.signature))
      throw new ProofError(`The signature of ${signature.name} is wrong.`)
    else opened.verified.push({ key: verifier.key, signature: signature.signature })
  }
  if (opened.verified.length === 0) throw new ProofError('No signature of the note is of a known key.')
  return opened
}
