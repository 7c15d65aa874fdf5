import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()

/** Starts a password range service (specification, section 7) that knows the given passwords as breached. */
export async function startBreaches(passwords: readonly string[]) {
  const hashes = passwords.map(sha1)
  const asked: string[] = []
  const server = createServer((request, response) => {
    const prefix = request.url?.split('/').at(-1) ?? ''
    asked.push(prefix)
    const matches = hashes.filter((hash) => hash.startsWith(prefix)).map((hash) => `${hash.slice(5)}:3\r\n`)
    response.end(matches.join(''))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/range/`,
    /** Prefixes that were asked for, in order: five characters each. */
    asked,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
