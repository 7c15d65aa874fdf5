import { ed25519 } from '@noble/curves/ed25519.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { bytesOf } from './bytes.ts'
import { ProofError } from './error.ts'
import {
  COSIGNATURE,
  ed25519Verifier,
  parseVerifierKey,
  type Signer,
  type Verifier,
  type VerifierKey,
  verifierKey,
  verifyEd25519,
} from './note.ts'

/** Bytes of the time before the signature: seconds since 1970, big end first. */
const TIME_BYTES = 8
const SIGNATURE_BYTES = 64

/** Bytes that a witness signs (tlog-cosignature v1.0.1). */
const signedBytes = (seconds: number, text: string) => bytesOf(`cosignature/v1\ntime ${seconds}\n${text}`)

/** Seconds since 1970 at which a witness says that it signed. Refused: a signature of another length, a time beyond 2^53. */
export function cosignatureTime(signature: Uint8Array): number {
  if (signature.length !== TIME_BYTES + SIGNATURE_BYTES)
    throw new ProofError('The cosignature has the wrong length.')
  const seconds = signature.subarray(0, TIME_BYTES).reduce((value, byte) => value * 256 + byte, 0)
  if (!Number.isSafeInteger(seconds)) throw new ProofError('The time of the cosignature is out of range.')
  return seconds
}

function verifyCosignature(key: VerifierKey, text: string, signature: Uint8Array): boolean {
  try {
    const message = signedBytes(cosignatureTime(signature), text)
    return verifyEd25519(signature.subarray(TIME_BYTES), message, key.key)
  } catch {
    return false
  }
}

export function cosignatureVerifier(key: VerifierKey): Verifier {
  if (key.type !== COSIGNATURE || key.key.length !== 32)
    throw new ProofError('The key is not one of a witness.')
  return { key, verify: (text, signature) => verifyCosignature(key, text, signature) }
}

/** @param secret Seed of an Ed25519 key, 32 bytes. @param seconds Time of the cosignature, since 1970. */
export function cosignatureSigner(name: string, secret: Uint8Array, seconds: number): Signer {
  const time = new Uint8Array(TIME_BYTES)
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds))
  return {
    key: verifierKey(name, COSIGNATURE, ed25519.getPublicKey(secret)),
    sign: (text) => concatBytes(time, ed25519.sign(signedBytes(seconds, text), secret)),
  }
}

/** Verifier of a log's or a witness's key in its text. Refused: keys of other kinds. */
export function verifierOf(text: string): Verifier {
  const key = parseVerifierKey(text)
  return key.type === COSIGNATURE ? cosignatureVerifier(key) : ed25519Verifier(key)
}
