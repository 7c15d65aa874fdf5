import { createCipheriv, randomBytes } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  AlgorithmSuiteIdentifier,
  buildClient,
  CommitmentPolicy,
  RawAesKeyringNode,
  RawAesWrappingSuiteIdentifier,
} from '@aws-crypto/client-node'
import { DOCUMENT_FORMAT, decryptStream, encryptStream } from '../server/src/platform/encryption/stream.ts'

/**
 * Encryption alone, on one thread: MB/s (medians) of Deedbox and of the AWS Encryption SDK beside the limit, node:crypto's
 * AES-256-GCM over 64 KiB pieces with nothing around it. Rounds alternate, so that all see the same machine.
 * `node bench/encryption.ts [--rounds 9] [--megabytes 128]`
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '9' }, megabytes: { type: 'string', default: '128' } },
})
const rounds = Number(values.rounds)
const bytes = Number(values.megabytes) * 1_000_000
const target = 0.4

const KIB = 1024
const piece = randomBytes(64 * KIB)
const key = randomBytes(32)
const aad = Buffer.from('01890a5d-ac96-774b-bcce-b302099a8057')

/** Makes a source of `bytes` bytes in pieces as a socket gives them. */
function source(): Readable {
  let left = bytes
  return new Readable({
    read() {
      const size = Math.min(left, piece.length)
      left -= size
      this.push(size === 0 ? null : piece.subarray(0, size))
    },
  })
}

const sink = () =>
  new Writable({ write: (_chunk, _encoding, done) => done(), writev: (_chunks, done) => done() })

/** Reads what `encrypt` writes, in the pieces in which a file of it is read. */
async function sealed(encrypt: NodeJS.ReadWriteStream): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  const collect = new Writable({
    write: (chunk, _encoding, done) => {
      chunks.push(chunk)
      done()
    },
  })
  await pipeline(source(), encrypt, collect)
  const whole = Buffer.concat(chunks)
  const pieces: Buffer[] = []
  for (let at = 0; at < whole.length; at += 256 * KIB) pieces.push(whole.subarray(at, at + 256 * KIB))
  return pieces
}

function limit(): void {
  const cipher = createCipheriv('aes-256-gcm', key, randomBytes(12))
  for (let left = bytes; left > 0; left -= piece.length) cipher.update(piece.subarray(0, left))
  cipher.final()
}

const aws = buildClient(CommitmentPolicy.REQUIRE_ENCRYPT_REQUIRE_DECRYPT)
const keyring = new RawAesKeyringNode({
  keyName: 'bench',
  keyNamespace: 'deedbox',
  unencryptedMasterKey: new Uint8Array(key),
  wrappingSuite: RawAesWrappingSuiteIdentifier.AES256_GCM_IV12_TAG16_NO_PADDING,
})
// The suite has no signature over the whole content, so that its readers wait only for their frame, as ours do.
const suiteId = AlgorithmSuiteIdentifier.ALG_AES256_GCM_IV12_TAG16_HKDF_SHA512_COMMIT_KEY
const awsEncrypt = (frameLength: number) =>
  aws.encryptStream(keyring, { suiteId, frameLength, encryptionContext: { document: aad.toString() } })

const ours = (segmentBytes: number) => ({ key, aad, format: { ...DOCUMENT_FORMAT, segmentBytes } })

const cases: { name: string; run: () => Promise<void> | void; rates: number[] }[] = []
const add = (name: string, run: () => Promise<void> | void) => cases.push({ name, run, rates: [] })

add('node:crypto AES-256-GCM, 64 KiB pieces (limit)', limit)
for (const kib of new Set([DOCUMENT_FORMAT.segmentBytes / KIB, 64, 256, 1024])) {
  const name = `${kib} KiB segments${kib * KIB === DOCUMENT_FORMAT.segmentBytes ? ' (chosen)' : ''}`
  const stored = await sealed(encryptStream(ours(kib * KIB)))
  add(`Deedbox, encrypt, ${name}`, () => pipeline(source(), encryptStream(ours(kib * KIB)), sink()))
  add(`Deedbox, decrypt, ${name}`, () =>
    pipeline(Readable.from(stored), decryptStream(ours(kib * KIB)), sink()),
  )
}
for (const kib of [64, 1024]) {
  const stored = await sealed(awsEncrypt(kib * KIB))
  add(`AWS Encryption SDK, encrypt, ${kib} KiB frames`, () =>
    pipeline(source(), awsEncrypt(kib * KIB), sink()),
  )
  add(`AWS Encryption SDK, decrypt, ${kib} KiB frames`, () =>
    pipeline(Readable.from(stored), aws.decryptUnsignedMessageStream(keyring), sink()),
  )
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

for (let round = 0; round <= rounds; round++) {
  for (const { run, rates } of cases) {
    // Garbage is collected first, so that no measurement pays for that of the one before.
    collectGarbage()
    const start = performance.now()
    await run()
    // The first round only warms up.
    if (round > 0) rates.push(bytes / 1000 / (performance.now() - start))
  }
}

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0
const best = median(cases[0]?.rates ?? [])
const lines = cases.map(({ name, rates }) => {
  const rate = median(rates)
  return `${name.padEnd(52)}${rate.toFixed(0).padStart(6)} MB/s  ${(rate / best).toFixed(2)}`
})
const reached = median(cases[1]?.rates ?? []) / best
process.stdout.write(
  `Encryption alone, one thread, ${bytes / 1e6} MB, medians of ${rounds} rounds, ratio to the limit\n${lines.join('\n')}\n` +
    `target ${target}: ${reached >= target ? 'reached' : 'MISSED'} (${reached.toFixed(2)})\n`,
)
