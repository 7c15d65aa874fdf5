import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ContentDamagedError,
  DOCUMENT_FORMAT,
  decryptStream,
  encryptStream,
  type StreamFormat,
} from './stream.ts'
import { knownStreams, knownStreamsAtOneMebibyte } from './stream.vectors.ts'

const key = randomBytes(32)
const aad = Buffer.from('0197b0c4-document')
// Small segments, so that every border is near: header 40 + 8 bytes of text + tag 16.
const small: StreamFormat = { ...DOCUMENT_FORMAT, segmentBytes: 64 }
const firstText = 8
const restText = 48

interface Outcome {
  released: Buffer
  error: unknown
}

/** Runs `chunks` through `transform`; returns its output even if it fails. */
async function run(chunks: Iterable<Buffer>, transform: ReturnType<typeof decryptStream>): Promise<Outcome> {
  const released: Buffer[] = []
  const error = await pipeline(Readable.from(chunks), transform, async (output) => {
    for await (const bytes of output) released.push(bytes)
  }).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return { released: Buffer.concat(released), error }
}

async function encrypt(plain: Buffer, format = small, chunks = [plain], bound = aad): Promise<Buffer> {
  const { released, error } = await run(chunks, encryptStream({ key, aad: bound, format }))
  expect(error).toBeUndefined()
  return released
}

const decrypt = (stored: Buffer, format = small, chunks = [stored]) =>
  run(chunks, decryptStream({ key, aad, format }))

/** Encrypts in the format, written straight from its specification, with a hand-made HKDF (RFC 5869): slow and independent. */
function reference(
  message: Buffer,
  secret: Buffer,
  bound: Buffer,
  header: Buffer,
  segmentBytes: number,
): Buffer {
  const hmac = (by: Buffer, ...of: Buffer[]) => createHmac('sha256', by).update(Buffer.concat(of)).digest()
  const derived = hmac(hmac(header.subarray(1, 33), secret), bound, Buffer.from([1]))
  const segments = [message.subarray(0, segmentBytes - 56)]
  for (let at = segmentBytes - 56; at < message.length; at += segmentBytes - 16) {
    segments.push(message.subarray(at, at + segmentBytes - 16))
  }
  const sealed = segments.map((segment, index) => {
    const counter = Buffer.from([index >>> 24, index >>> 16, index >>> 8, index])
    const last = Buffer.from([index === segments.length - 1 ? 1 : 0])
    const cipher = createCipheriv('aes-256-gcm', derived, Buffer.concat([header.subarray(33), counter, last]))
    return Buffer.concat([cipher.update(segment), cipher.final(), cipher.getAuthTag()])
  })
  return Buffer.concat([header, ...sealed])
}

/** Cuts `bytes` into pieces of the given sizes, over and over. */
function* cut(bytes: Buffer, sizes: number[]): Generator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? bytes.length
    yield bytes.subarray(at, at + size)
    at += size
  }
}

const chunkings = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 8 })
const bordered = fc
  .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: -2, max: 2 }))
  .map(([segments, offset]) => Math.max(0, firstText + segments * restText + offset))

describe('known answers', () => {
  it.each(knownStreams)('decrypts the published stream $name', async (known) => {
    const stored = Buffer.from(known.ciphertext, 'hex')
    const options = {
      key: Buffer.from(known.key, 'hex'),
      aad: Buffer.from(known.aad, 'hex'),
      format: known.format,
    }
    for (const size of [1, 7, stored.length]) {
      const { released, error } = await run(cut(stored, [size]), decryptStream(options))
      expect(error).toBeUndefined()
      expect(released.toString()).toBe(known.plaintext)
    }
  })

  it.each(knownStreamsAtOneMebibyte.streams)(
    'decrypts the stream of $bytes bytes made by Tink',
    async (known) => {
      const { key: secret, aad: bound, plaintext } = knownStreamsAtOneMebibyte
      const message = plaintext(known.bytes)
      const stored = reference(message, secret, bound, Buffer.from(known.header, 'hex'), 1024 * 1024)
      expect(createHash('sha256').update(stored).digest('hex')).toBe(known.sha256)
      const format = { ...DOCUMENT_FORMAT, segmentBytes: 1024 * 1024 }
      const { released, error } = await run([stored], decryptStream({ key: secret, aad: bound, format }))
      expect(error).toBeUndefined()
      expect(released.equals(message)).toBe(true)
    },
  )

  it('writes what the specification says', async () => {
    await fc.assert(
      fc.asyncProperty(bordered, chunkings, async (size, sizes) => {
        const message = randomBytes(size)
        const stored = await encrypt(message, small, [...cut(message, sizes)])
        expect(stored.equals(reference(message, key, aad, stored.subarray(0, 40), 64))).toBe(true)
      }),
    )
  })
})

describe('round trip', () => {
  it('returns the original content for any size and chunks', async () => {
    await fc.assert(
      fc.asyncProperty(bordered, chunkings, chunkings, async (size, inward, outward) => {
        const message = randomBytes(size)
        const stored = await encrypt(message, small, [...cut(message, inward)])
        const { released, error } = await decrypt(stored, small, [...cut(stored, outward)])
        expect(error).toBeUndefined()
        expect(released.equals(message)).toBe(true)
      }),
    )
  })

  it.each([0, 1, 131_015, 131_016, 131_017, 262_072, 262_073, 1_000_000])(
    'of %i bytes as documents are stored',
    async (size) => {
      const message = randomBytes(size)
      const stored = await encrypt(message, DOCUMENT_FORMAT, [...cut(message, [65_536, 3])])
      const { released, error } = await decrypt(stored, DOCUMENT_FORMAT, [...cut(stored, [262_144, 1])])
      expect(error).toBeUndefined()
      expect(released.equals(message)).toBe(true)
    },
  )

  it('never writes the same bytes twice', async () => {
    const message = Buffer.from('the same will')
    expect((await encrypt(message)).equals(await encrypt(message))).toBe(false)
  })

  it('accepts many tiny chunks', async () => {
    const message = randomBytes(300_000)
    const stored = await encrypt(message, DOCUMENT_FORMAT, [...cut(message, [1])])
    const { released } = await decrypt(stored, DOCUMENT_FORMAT, [...cut(stored, [1])])
    expect(released.equals(message)).toBe(true)
  })
})

describe('damage', () => {
  const message = Buffer.from(
    'I give my house to my daughter Anne and my boat to my son Bill, and all else to both. '.repeat(3),
  )

  /** Fails, and has released only whole segments from the start of the original content. */
  function expectNoticed({ released, error }: Outcome, truth = message): void {
    expect(error).toBeInstanceOf(ContentDamagedError)
    expect(released.equals(truth.subarray(0, released.length))).toBe(true)
    expect(released.length === 0 || (released.length - firstText) % restText === 0).toBe(true)
    expect(released.length).toBeLessThan(truth.length)
  }

  const segmentsOf = (stored: Buffer) => [...cut(stored, [64])]

  it('of any single bit is detected', async () => {
    const stored = await encrypt(message)
    for (let at = 0; at < stored.length; at++) {
      const damaged = Buffer.from(stored)
      damaged.writeUInt8((stored[at] ?? 0) ^ (1 << (at % 8)), at)
      expectNoticed(await decrypt(damaged))
    }
  })

  it('by truncation at any byte, including segment borders, is detected', async () => {
    const stored = await encrypt(message)
    for (let length = 0; length < stored.length; length++)
      expectNoticed(await decrypt(stored.subarray(0, length)))
  })

  it('by appended bytes is detected', async () => {
    // A text that does not fill its last segment, and one that does.
    for (const truth of [message, message.subarray(0, firstText + 4 * restText)]) {
      const stored = await encrypt(truth)
      for (const extra of [1, 16, 17, 64, 65]) {
        expectNoticed(await decrypt(Buffer.concat([stored, randomBytes(extra)])), truth)
      }
      expectNoticed(await decrypt(Buffer.concat([stored, stored])), truth)
    }
  })

  it('by segments swapped, left out or repeated is detected', async () => {
    const stored = await encrypt(message)
    const segments = segmentsOf(stored)
    for (let one = 0; one < segments.length; one++) {
      expectNoticed(await decrypt(Buffer.concat(segments.toSpliced(one, 1))))
      for (let other = 0; other < segments.length; other++) {
        const moved = segments.toSpliced(one, 1, segments[other] ?? Buffer.alloc(0))
        moved[other] = segments[one] ?? Buffer.alloc(0)
        if (one !== other) expectNoticed(await decrypt(Buffer.concat(moved)))
      }
      const repeated = segments.toSpliced(one, 0, segments[one] ?? Buffer.alloc(0))
      expectNoticed(await decrypt(Buffer.concat(repeated)))
    }
  })

  it('by a segment of another stream under the same key is detected', async () => {
    const [stored, other] = [segmentsOf(await encrypt(message)), segmentsOf(await encrypt(message))]
    for (let at = 0; at < stored.length; at++) {
      expectNoticed(await decrypt(Buffer.concat(stored.toSpliced(at, 1, other[at] ?? Buffer.alloc(0)))))
    }
  })

  it('by two documents swapped is detected, even under one data key', async () => {
    const outcome = await decrypt(await encrypt(message, small, [message], Buffer.from('another document')))
    expectNoticed(outcome)
    expect(outcome.released.length).toBe(0)
  })

  it('by a different size is detected before the first extra byte is released', async () => {
    const plain = randomBytes(200)
    const stored = await encrypt(plain)
    const expecting = (plainBytes: number) =>
      run([stored], decryptStream({ key, aad, format: small, plainBytes }))
    expect(await expecting(200)).toEqual({ released: plain, error: undefined })
    for (const size of [0, 199, 201, 1_000]) {
      const { released, error } = await expecting(size)
      expect(error, String(size)).toBeInstanceOf(ContentDamagedError)
      expect(released.length, String(size)).toBeLessThanOrEqual(Math.min(size, 199))
    }
  })

  it('of an empty document is detected', async () => {
    const stored = await encrypt(Buffer.alloc(0))
    expect(stored.length).toBe(56)
    for (let length = 0; length < stored.length; length++) {
      expect((await decrypt(stored.subarray(0, length))).error).toBeInstanceOf(ContentDamagedError)
    }
    expect(await decrypt(stored)).toEqual({ released: Buffer.alloc(0), error: undefined })
  })

  it('includes content under another key', async () => {
    const stored = await encrypt(message)
    const outcome = await run([stored], decryptStream({ key: randomBytes(32), aad, format: small }))
    expectNoticed(outcome)
  })

  it('does not hide the failure of the source itself', async () => {
    const stored = await encrypt(message)
    const failure = new Error('the disk is gone')
    function* failing() {
      yield stored.subarray(0, 100)
      throw failure
    }
    expect((await run(failing(), decryptStream({ key, aad, format: small }))).error).toBe(failure)
  })
})

describe('the text', () => {
  it('is nowhere in what is stored', async () => {
    const message = Buffer.from('Last will and testament of a careful person, of sound mind. '.repeat(20))
    const stored = await encrypt(message)
    for (let at = 0; at + 8 <= message.length; at += 4)
      expect(stored.includes(message.subarray(at, at + 8))).toBe(false)
  })

  it('needs a data key of full length', () => {
    expect(() => encryptStream({ key: randomBytes(16), aad })).toThrow(RangeError)
  })
})
