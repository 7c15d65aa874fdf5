import { once } from 'node:events'
import { createServer } from 'node:net'

/** Finds a port of this machine that nobody uses now. */
export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  await once(listener, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
