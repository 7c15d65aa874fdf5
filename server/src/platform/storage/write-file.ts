import { write, writev } from 'node:fs'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'

const writeAllOf = promisify(writev)
const writeSome = promisify(write)

const WRITE_BYTES = 512 * 1024

/** Writes to a new file that stays open, in few large writes; the next pieces are collected while one is being written. */
export function writeTo(
  fd: number,
  onWritten: (bytes: number) => void,
): { writer: Writable; written: () => number } {
  let position = 0
  let gathered: Buffer[] = []
  let gatheredBytes = 0
  const flush = async () => {
    const chunks = gathered
    const end = position + gatheredBytes
    gathered = []
    gatheredBytes = 0
    onWritten(position)
    if (end > position) position += (await writeAllOf(fd, chunks, position)).bytesWritten
    if (position === end) return
    // A short write, as when the disk is nearly full: writing the rest gives the reason.
    const rest = Buffer.concat(chunks).subarray(position - end)
    while (position < end) {
      const done = rest.length - (end - position)
      position += (await writeSome(fd, rest, done, rest.length - done, position)).bytesWritten
    }
  }
  const writer = new Writable({
    highWaterMark: WRITE_BYTES,
    write(chunk: Buffer, _encoding, done) {
      gathered.push(chunk)
      gatheredBytes += chunk.length
      if (gatheredBytes < WRITE_BYTES) done()
      else void flush().then(() => done(), done)
    },
    final: (done) => void flush().then(() => done(), done),
  })
  return { writer, written: () => position }
}
