import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { Refusal } from '../../platform/errors.ts'
import { checkEnd, checkStart, checkText, END_BYTES } from './file-check.ts'

/** Bytes of a file that are needed to recognise its type; file-type asks for 4,100 bytes, zipped office files may need more. */
export const START_BYTES = 32 * 1024

/**
 * Counts, hashes and checks what streams through `inspect`; holds back the beginning until it is known to match the type.
 * `isEncrypted` tells at the end whether a PDF is encrypted, perhaps with a password. `inspect` fails with Refusal 'file-empty', 'file-too-large' or 'file-type-mismatch'. `result` is called once, at the end.
 */
export function inspection(type: string, maxBytes: number) {
  const hash = createHash('sha256')
  let fileSize = 0
  let start: Buffer[] | undefined = []
  /** The last bytes, for a type that only they identify. */
  let end: Buffer | undefined
  /** A text is followed to its end: bytes that are no text may come after many that are. */
  const text = type === 'text/plain' ? checkText() : undefined
  const encryption = type === 'application/pdf' ? seeing('/Encrypt') : undefined

  const inspect = new Transform({
    highWaterMark: 256 * 1024,
    transform(chunk: Buffer, _encoding, done) {
      fileSize += chunk.length
      if (fileSize > maxBytes) return done(new Refusal('file-too-large'))
      hash.update(chunk)
      encryption?.next(chunk)
      if (end) end = Buffer.concat([end, chunk]).subarray(-END_BYTES)
      try {
        text?.next(chunk)
      } catch (error) {
        return done(error as Error)
      }
      if (!start) return done(null, chunk)
      start.push(chunk)
      if (fileSize < START_BYTES) return done()
      release(false, done)
    },
    flush(done) {
      if (fileSize === 0) done(new Refusal('file-empty'))
      else if (start) release(true, done)
      else finish(done)
    },
  })
  const release = (whole: boolean, done: (error?: Error | null) => void) => {
    const bytes = Buffer.concat(start ?? [])
    start = undefined
    checkStart(type, bytes, whole).then((known) => {
      if (!known) end = bytes
      inspect.push(bytes)
      if (whole) finish(done)
      else done()
    }, done)
  }
  const finish = (done: (error?: Error | null) => void) => {
    const check = async () => {
      text?.last()
      if (end) await checkEnd(type, end, fileSize)
    }
    check().then(() => done(), done)
  }
  return {
    inspect,
    result: () => ({ fileSize, sha256: hash.digest('hex') }),
    isEncrypted: () => encryption?.seen() ?? false,
  }
}

/** Follows a file through all of its pieces to see whether it has these words, also across two pieces. */
function seeing(words: string) {
  let before = Buffer.alloc(0)
  let seen = false
  return {
    next(piece: Buffer): void {
      if (seen) return
      seen = piece.includes(words) || Buffer.concat([before, piece.subarray(0, words.length)]).includes(words)
      before = Buffer.from(Buffer.concat([before, piece.subarray(-words.length)]).subarray(-words.length))
    },
    seen: () => seen,
  }
}
