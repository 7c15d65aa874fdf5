import type { Readable } from 'node:stream'

/** The whole body of a call that takes a file; null if it is larger than `maxBytes`. */
export async function readBody(body: Readable | undefined, maxBytes: number): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  // Without the iterator's own clean-up, which would close the connection before the refusal is sent.
  for await (const part of body?.iterator({ destroyOnReturn: false }) ?? []) {
    size += part.length
    if (size > maxBytes) break
    parts.push(part)
  }
  body?.resume()
  return size > maxBytes ? null : Buffer.concat(parts)
}
