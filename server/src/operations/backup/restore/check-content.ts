import { createHash } from 'node:crypto'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ContentDamagedError, decryptStream } from '../../../platform/encryption/stream.ts'
import { ObjectMissingError } from '../../../platform/storage/storage.ts'
import { counting, type Digest } from '../place/digest.ts'

/** Key to decrypt the content of a document, and the facts that it must then match. */
export type Plain = { id: string; key: Buffer; fileSize: number; sha256: string }

/**
 * Reads a file of content to its end: the ciphertext must be what was copied and, if `plain` is given, decrypt to the file that
 * was uploaded. Returns what is wrong, or null.
 */
export async function checkContent(
  open: () => Promise<Readable>,
  expected: Digest,
  plain?: Plain,
): Promise<string | null> {
  const { through, result } = counting()
  const hash = createHash('sha256')
  const steps = plain
    ? [through, decryptStream({ key: plain.key, aad: Buffer.from(plain.id), plainBytes: plain.fileSize })]
    : [through]
  let decrypts = true
  try {
    const last = new Writable({
      write(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        done()
      },
    })
    await pipeline([await open(), ...steps, last])
  } catch (error) {
    if (error instanceof ObjectMissingError) return 'is missing'
    if (!(error instanceof ContentDamagedError)) throw error
    decrypts = false
  }
  if (decrypts) {
    const digest = result()
    if (digest.bytes !== expected.bytes)
      return `is damaged: it has ${digest.bytes} bytes instead of ${expected.bytes}`
    if (digest.sha256 !== expected.sha256) return 'is damaged: its bytes are not those that were copied'
    if (!plain || hash.digest('hex') === plain.sha256) return null
  }
  // The decryption stopped in the middle: whether the ciphertext is what was copied, only all of it can say.
  const whole = await checkContent(open, expected)
  return whole ?? 'is what was copied, but cannot be decrypted: it was damaged in the store before'
}
