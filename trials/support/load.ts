import { createHash, randomBytes, randomInt } from 'node:crypto'
import { type Answer, CutOff } from './client.ts'
import type { Person } from './people.ts'

/** A request without the answer that it should have: `status` 0 when its connection was cut. */
export type Failure = {
  call: string
  status: number
  from: number
  to: number
  retryAfter: boolean
  body: string
}
/** A document as its owner knows it; null: it is not known whether the last change was made. */
export type Stored = {
  id: string
  title: string
  sha256: string
  grantId: string | null
  shared: boolean | null
}
type Client = {
  owner: Person
  reader: Person
  stored: Stored[]
  unknown: { title: string; sha256: string }[]
}

export type Load = ReturnType<typeof startLoad>
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Makes content: mostly a letter, sometimes a contract, now and then what is stored in several parts. */
function someContent(): Buffer {
  const one = randomInt(20)
  const bytes = one === 0 ? 3_100_000 : one < 6 ? 150_000 : 10_000
  return Buffer.from(randomBytes(bytes).toString('hex'))
}

/**
 * Pairs of an owner and a reader work until `stop`: upload, list, read, share, revoke, sign in and out. Each remembers what
 * was acknowledged and compares every answer with it: `wrong` says what was answered that is not true.
 */
export function startLoad(pairs: readonly { owner: Person; reader: Person }[], { pauseMs = 0 } = {}) {
  const clients: Client[] = pairs.map((pair) => ({ ...pair, stored: [], unknown: [] }))
  const failures: Failure[] = []
  const wrong: string[] = []
  const calls = new Map<string, number>()
  let going = true
  let uploads = 0

  /** Returns the answer, or null when the request failed, which is noted. */
  async function ask(
    { client }: Person,
    name: string,
    ...call: Parameters<Person['client']['call']>
  ): Promise<Answer | null> {
    const from = Date.now()
    const fail = (status: number, retryAfter = false, body = '') =>
      failures.push({ call: name, status, from, to: Date.now(), retryAfter, body })
    calls.set(name, (calls.get(name) ?? 0) + 1)
    try {
      const answer = await client.call(...call)
      if (answer.status < 500 && answer.status !== 429) return answer
      fail(answer.status, answer.headers['retry-after'] !== undefined, answer.body.toString().slice(0, 200))
    } catch (error) {
      if (!(error instanceof CutOff)) throw error
      fail(0, false, error.message)
    }
    return null
  }
  const expect = (name: string, { status, body }: Answer, ...right: number[]): boolean => {
    if (right.includes(status)) return true
    wrong.push(`${new Date().toISOString()} ${name}: ${status} ${body.toString().slice(0, 200)}`)
    return false
  }

  async function upload({ owner, stored, unknown }: Client): Promise<void> {
    const content = someContent()
    const known = { title: `Deed ${++uploads}`, sha256: sha256(content) }
    const query = new URLSearchParams({ fileName: 'deed.txt', title: known.title })
    const answer = await ask(owner, 'upload', 'POST', `/api/documents?${query}`, { content })
    if (!answer) unknown.push(known)
    else if (expect('upload', answer, 201)) {
      const { id } = answer.json<{ document: { id: string } }>().document
      stored.push({ ...known, id, grantId: null, shared: false })
    }
  }

  async function list({ owner, stored }: Client): Promise<void> {
    const newest = stored.slice(-10)
    const answer = await ask(owner, 'list', 'GET', '/api/documents?limit=100')
    if (!answer || !expect('list', answer, 200)) return
    const ids = new Set(answer.json<{ documents: { id: string }[] }>().documents.map(({ id }) => id))
    for (const { id, title } of newest) if (!ids.has(id)) wrong.push(`list: without ${title} (${id})`)
  }

  async function read(who: Person, document: Stored, ...right: number[]): Promise<void> {
    const answer = await ask(who, 'download', 'GET', `/api/documents/${document.id}/content`)
    if (!answer || !expect(`download of ${document.title}`, answer, ...right)) return
    if (answer.status === 200 && sha256(answer.body) !== document.sha256)
      wrong.push(`download: ${document.title} is not what was stored`)
  }

  async function share({ owner, reader }: Client, document: Stored): Promise<void> {
    document.shared = null
    const json = { email: reader.email, accessLevel: 'download' }
    const answer = await ask(owner, 'share', 'POST', `/api/documents/${document.id}/access`, { json })
    if (!answer || !expect('share', answer, 201)) return
    document.grantId = answer.json<{ grant: { id: string } }>().grant.id
    document.shared = true
    await read(reader, document, 200)
  }

  async function revoke({ owner, reader }: Client, document: Stored): Promise<void> {
    document.shared = null
    const answer = await ask(owner, 'revoke', 'POST', `/api/access/${document.grantId}/revoke`)
    if (!answer || !expect('revoke', answer, 200)) return
    document.shared = false
    await read(reader, document, 404)
  }

  async function signInAgain({ owner }: Client): Promise<void> {
    const before = owner.client.cookie()
    const out = await ask(owner, 'sign out', 'DELETE', '/api/session')
    if (out && expect('sign out', out, 200, 204)) {
      const gone = await ask(owner, 'list', 'GET', '/api/documents', { cookie: before })
      if (gone) expect('a session that has ended', gone, 401)
    }
    // People do not work without a session.
    for (;;) {
      try {
        return await owner.signIn()
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
  }

  async function work(client: Client): Promise<void> {
    const { owner, reader, stored } = client
    while (going) {
      const what = randomInt(100)
      const document = stored[randomInt(stored.length || 1)]
      if (!document || what < 25) await upload(client)
      else if (what < 40) await list(client)
      else if (what < 65) await read(owner, document, 200)
      else if (what < 75) await read(reader, document, ...rightFor(document))
      else if (what < 98) {
        if (document.shared === true) await revoke(client, document)
        else await share(client, document)
      } else await signInAgain(client)
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  const working = Promise.all(clients.map(work))
  return {
    clients,
    failures,
    wrong,
    calls,
    /** Lets every client finish what it does. */
    async stop(): Promise<void> {
      going = false
      await working
    },
    /** Verifies that what a document reads as now is right, whoever asks, whole. */
    async verify(): Promise<void> {
      for (const { owner, reader, stored } of clients)
        for (const document of stored) {
          await read(owner, document, 200)
          await read(reader, document, ...rightFor(document))
        }
    },
  }
}

const rightFor = ({ shared }: Stored) => (shared === null ? [200, 404] : shared ? [200] : [404])
