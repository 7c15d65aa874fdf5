import { type Client, CutOff } from '../support/client.ts'
import type { Failure } from '../support/load.ts'
import type { Person } from '../support/people.ts'
import { pause } from '../support/server.ts'

/** Pages that people look at beside their documents. */
const looks = [
  '/',
  '/login',
  '/api/session',
  '/api/dashboard',
  '/api/access?limit=50',
  '/api/documents?search=Deed&limit=20',
  '/api/audit?limit=50',
]

/**
 * Lets every owner look around once a second in a browser of its own, and every reader keep a stream of live events open for a quarter of a
 * minute at a time.
 */
export function createPages(pairs: readonly { owner: Person; reader: Person }[]) {
  const calls = new Map<string, number>()
  const failures: Failure[] = []
  let going = true

  async function look(client: Client, path: string): Promise<void> {
    const from = Date.now()
    const fail = (status: number, body = '') =>
      failures.push({ call: path, status, from, to: Date.now(), retryAfter: false, body })
    calls.set(path, (calls.get(path) ?? 0) + 1)
    try {
      const { status, body } = await client.call('GET', path)
      if (status >= 400) fail(status, body.toString().slice(0, 200))
    } catch (error) {
      if (!(error instanceof CutOff)) throw error
      fail(0, error.message)
    }
  }
  async function lookAround(person: Person): Promise<void> {
    const client = await person.another()
    for (let n = 0; going; n += 1) {
      await look(client, looks[n % looks.length] ?? '/')
      await pause(1_000)
    }
  }
  async function listen({ client }: Person): Promise<void> {
    while (going) {
      const stream = await client.open('/api/live?age=0')
      const timer = setTimeout(() => stream.destroy(), 15_000)
      await new Promise((resolve) => stream.on('error', resolve).on('close', resolve).resume())
      clearTimeout(timer)
    }
  }
  const looking = Promise.all(pairs.flatMap(({ owner, reader }) => [lookAround(owner), listen(reader)]))
  return {
    calls,
    failures,
    async stop(): Promise<void> {
      going = false
      await looking
    },
  }
}
