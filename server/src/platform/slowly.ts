import { setTimeout as wait } from 'node:timers/promises'

/** Time between two bytes: some proxies cut an answer that brings none for a minute. */
const SILENT_MS = 10_000

/** Yields a text, the first byte at once and one more from time to time, and what is left when `work` is over; so the answer is never silent meanwhile. */
export async function* slowly(
  text: string,
  work: Promise<unknown>,
  silentMs = SILENT_MS,
): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  const over = new AbortController()
  const ended = work.then(
    () => over.abort(),
    () => over.abort(),
  )
  let sent = 0
  try {
    while (!over.signal.aborted && sent < bytes.length - 1) {
      yield bytes.subarray(sent, ++sent)
      await Promise.race([ended, wait(silentMs, undefined, { signal: over.signal }).catch(() => undefined)])
    }
    await work
    yield bytes.subarray(sent)
  } finally {
    over.abort()
  }
}
