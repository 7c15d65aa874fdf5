import type { Readable } from 'node:stream'

/** Reads a stream in pieces of a bounded number of bytes, each streamed; one piece is read after the other. */
export function piecesOf(source: Readable) {
  // The iterator's own clean-up would end the request before it is answered.
  const chunks = source.iterator({ destroyOnReturn: false })
  let held: Buffer[] = []

  async function read(): Promise<Buffer | undefined> {
    const ahead = held.shift()
    if (ahead) return ahead
    const { value, done } = await chunks.next()
    return done ? undefined : (value as Buffer)
  }

  return {
    /** Reads the next bytes, at most `most` of them, which stay unread: fewer only if the stream ends before. */
    async peek(most: number): Promise<Buffer> {
      const seen: Buffer[] = []
      let bytes = 0
      while (bytes < most) {
        const chunk = await read()
        if (!chunk) break
        seen.push(chunk)
        bytes += chunk.length
      }
      held = [...seen, ...held]
      return Buffer.concat(seen).subarray(0, most)
    },
    /** Yields the next piece: at most `most` bytes, and no more once it has taken `ms` milliseconds. */
    async *take(most: number, ms = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
      const end = performance.now() + ms
      for (let left = most, first = true; left > 0 && (first || performance.now() < end); first = false) {
        const chunk = await read()
        if (!chunk) return
        if (chunk.length > left) held.unshift(chunk.subarray(left))
        const now = chunk.subarray(0, left)
        left -= now.length
        yield now
      }
    },
  }
}
export type Pieces = ReturnType<typeof piecesOf>
