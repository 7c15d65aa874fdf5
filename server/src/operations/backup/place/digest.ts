import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'

export type Digest = { bytes: number; sha256: string }

/** Counts and digests what passes through; `result` once it has ended. */
export function counting(): { through: Transform; result: () => Digest } {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Reads a stream to its end. */
export async function digestOf(content: Readable): Promise<Digest> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of content) {
    hash.update(chunk as Buffer)
    bytes += (chunk as Buffer).length
  }
  return { bytes, sha256: hash.digest('hex') }
}
