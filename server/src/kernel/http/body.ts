import type { Readable } from 'node:stream'

/** Reads the whole body of a call that takes a file; null if it is larger than `maxBytes`. */
export async function readBody(body: Readable | undefined, maxBytes: number): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  // The iterator's own clean-up would close the connection before the refusal is sent.
  for await (const part of body?.iterator({ destroyOnReturn: false }) ?? []) {
    size += part.length
    if (size > maxBytes) break
    parts.push(part)
  }
  body?.resume()
  return size > maxBytes ? null : Buffer.concat(parts)
}
