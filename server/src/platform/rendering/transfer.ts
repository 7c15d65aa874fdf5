import { isMarkedAsUntransferable } from 'node:worker_threads'

/**
 * The bytes in their own memory, so that they can be transferred to another thread. They are copied only if needed: a part
 * of a larger buffer (Node keeps small ones in a pool), or memory that native code owns.
 */
export function transferable(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const whole = buffer instanceof ArrayBuffer && bytes.length === buffer.byteLength
  return whole && !isMarkedAsUntransferable(buffer) ? new Uint8Array(buffer) : Uint8Array.from(bytes)
}
