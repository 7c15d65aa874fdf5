import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { Transform } from 'node:stream'

/**
 * Encryption of document content: the AES-GCM-HKDF Streaming AEAD published by Tink, a form of STREAM
 * (Hoang, Reyhanitabar, Rogaway, Vizár, 2015; analysed by Hoang and Shen, 2020).
 * https://developers.google.com/tink/streaming-aead/aes_gcm_hkdf_streaming and docs/adr/0002-content-encryption.md
 */
export interface StreamFormat {
  /** Size in bytes of an encrypted segment, with its tag and, in the first one, the header. */
  segmentBytes: number
  /** The hash of HKDF. */
  hash: 'sha1' | 'sha256' | 'sha512'
  /** Size in bytes of the derived AES key, and of the salt. */
  derivedKeyBytes: 16 | 32
}

/** The format of every stored document. Changing a value would make all stored documents unreadable. */
export const DOCUMENT_FORMAT: StreamFormat = { segmentBytes: 128 * 1024, hash: 'sha256', derivedKeyBytes: 32 }

export interface StreamOptions {
  /** The document's data key, 32 bytes. */
  key: Buffer
  /** Id of the document to which the content is bound; at most 1,024 bytes. */
  aad: Buffer
  /** Differs from DOCUMENT_FORMAT only for published test vectors and measurements. */
  format?: StreamFormat
}

export interface DecryptOptions extends StreamOptions {
  /** Size in bytes of the plain content, if known; content of another size is damaged. */
  plainBytes?: number
}

/** The content is not what was stored: changed, truncated, extended, reordered, of another document or under another key. */
export class ContentDamagedError extends Error {
  override readonly name = 'ContentDamagedError'
  constructor(reason: string, options?: ErrorOptions) {
    super(`The stored content is damaged: ${reason}`, options)
  }
}

const TAG_BYTES = 16
const NONCE_BYTES = 12
const PREFIX_BYTES = 7
/** Number of pieces of a segment that are collected before they are joined, so that tiny chunks cost little. */
const MAX_PIECES = 64

/**
 * Encrypts any number of bytes, in chunks of any size, in constant memory (one segment). Every stream has its own AES
 * key, derived from the data key with a random salt.
 */
export function encryptStream({ key, aad, format = DOCUMENT_FORMAT }: StreamOptions): Transform {
  const header = randomBytes(headerBytes(format))
  header[0] = header.length
  const cipherOf = segmentCiphers(key, aad, header, format)
  let unsent: Buffer | undefined = header

  return segmentTransform(format.segmentBytes - header.length - TAG_BYTES, (pieces, last, send) => {
    if (unsent) send(unsent)
    unsent = undefined
    const [derived, nonce, algorithm] = cipherOf(last)
    const cipher = createCipheriv(algorithm, derived, nonce, { authTagLength: TAG_BYTES })
    for (const plain of pieces) send(cipher.update(plain))
    cipher.final()
    send(cipher.getAuthTag())
    return format.segmentBytes - TAG_BYTES
  })
}

/**
 * Decrypts the output of encryptStream. A byte is released only after its whole segment is verified as authentic, in the
 * right place and of this document; the stream succeeds only after the last segment that was written. Otherwise it
 * fails with ContentDamagedError.
 */
export function decryptStream({ key, aad, format = DOCUMENT_FORMAT, plainBytes }: DecryptOptions): Transform {
  let cipherOf: ReturnType<typeof segmentCiphers> | undefined
  let left = plainBytes

  return segmentTransform(format.segmentBytes, (pieces, last, send) => {
    const [segment = Buffer.alloc(0)] = pieces.length > 1 ? [Buffer.concat(pieces)] : pieces
    let sealed = segment
    if (!cipherOf) {
      const header = Buffer.from(segment.subarray(0, headerBytes(format)))
      if (header[0] !== headerBytes(format)) throw new ContentDamagedError('it has no header')
      cipherOf = segmentCiphers(key, aad, header, format)
      sealed = segment.subarray(header.length)
    }
    const tagAt = sealed.length - TAG_BYTES
    if (tagAt < 0) throw new ContentDamagedError('it is cut short')
    const [derived, nonce, algorithm] = cipherOf(last)
    const decipher = createDecipheriv(algorithm, derived, nonce, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(sealed.subarray(tagAt))
    const plain = decipher.update(sealed.subarray(0, tagAt))
    try {
      decipher.final()
    } catch (cause) {
      throw new ContentDamagedError('a segment is not authentic', { cause })
    }
    if (left !== undefined) {
      left -= plain.length
      if (left < 0) throw new ContentDamagedError('it is longer than it was')
      if (last && left > 0) throw new ContentDamagedError('it is shorter than it was')
    }
    send(plain)
    return format.segmentBytes
  })
}

const headerBytes = ({ derivedKeyBytes }: StreamFormat): number => 1 + derivedKeyBytes + PREFIX_BYTES

/**
 * Returns the AES key of a stream with the nonces of its segments in order: prefix (7 bytes), counter (4, big-endian, which throws rather
 * than wrap), and 1 for the last segment, else 0.
 */
function segmentCiphers(key: Buffer, aad: Buffer, header: Buffer, { hash, derivedKeyBytes }: StreamFormat) {
  if (key.length < derivedKeyBytes) throw new RangeError(`A data key has at least ${derivedKeyBytes} bytes`)
  const prefixAt = 1 + derivedKeyBytes
  const derived = createSecretKey(
    // Passing a key object is faster: for bytes, Node first tries and fails to read them as one.
    Buffer.from(hkdfSync(hash, createSecretKey(key), header.subarray(1, prefixAt), aad, derivedKeyBytes)),
  )
  const algorithm = derivedKeyBytes === 32 ? 'aes-256-gcm' : 'aes-128-gcm'
  let counter = 0
  return (last: boolean): [KeyObject, Buffer, 'aes-256-gcm' | 'aes-128-gcm'] => {
    const nonce = Buffer.alloc(NONCE_BYTES)
    header.copy(nonce, 0, prefixAt)
    nonce.writeUInt32BE(counter++, PREFIX_BYTES)
    nonce[NONCE_BYTES - 1] = last ? 1 : 0
    return [derived, nonce, algorithm]
  }
}

type HandleSegment = (segment: Buffer[], last: boolean, send: (bytes: Buffer) => void) => number

/**
 * Splits its input into segments of `firstBytes`, then of the size that `handle` returned for the previous one; each is
 * passed on in the pieces in which it arrived, without copying. A full segment waits for one more byte or the end,
 * because its nonce depends on whether it is the last. The last segment is empty only if the whole input is.
 */
function segmentTransform(firstBytes: number, handle: HandleSegment): Transform {
  let room = firstBytes
  let held: Buffer[] = []
  let heldBytes = 0

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const send = (bytes: Buffer) => this.push(bytes)
      try {
        let at = 0
        while (heldBytes + chunk.length - at > room) {
          const end = at + room - heldBytes
          if (end > at) held.push(chunk.subarray(at, end))
          room = handle(held, false, send)
          held = []
          heldBytes = 0
          at = end
        }
        held.push(chunk.subarray(at))
        heldBytes += chunk.length - at
        if (held.length >= MAX_PIECES) held = [Buffer.concat(held)]
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      try {
        handle(held, true, (bytes) => this.push(bytes))
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
}
