import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import { mailMessages } from '../../db/tables/mail.ts'
import { contentPaths } from '../../db/tables/storage.ts'
import { startS3Server } from '../../platform/storage/s3-server.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { takePath } from '../store/path.ts'
import { contentOf } from '../store/stores.testing.ts'

/* Tests two whole servers, each in its own process, on one database and one store: only PostgreSQL allows several. */
const alone = !inject('postgresUrl')
/** Uploads to each server. */
const each = 30
const agent = new Agent({ keepAlive: true, maxSockets: 48 })
afterAll(() => agent.destroy())

let app: TestApp | undefined
let child: ChildProcess | undefined
let s3: Awaited<ReturnType<typeof startS3Server>> | undefined
afterEach(async () => {
  child?.kill('SIGKILL')
  await app?.stop()
  await s3?.stop()
  s3 = undefined
})

async function startTwo(env: Record<string, string>) {
  app = await startTestApp(env, { listen: true })
  const script = join(import.meta.dirname, '../../testing/server.child.ts')
  child = spawn(process.execPath, [script], {
    env: {
      ...env,
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: app.dataDir,
      DATABASE_URL: app.services.config.databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { first: app, addresses: [app.address, line.toString().trim()] }
}

async function post(url: string, { cookie }: Person, type: string, content: string): Promise<string> {
  const sent = request(url, {
    agent,
    method: 'POST',
    headers: { cookie, 'content-type': type, 'content-length': content.length },
  }).end(content)
  const [response] = await once(sent, 'response')
  const answer = await text(response)
  expect([200, 201], answer).toContain(response.statusCode)
  return answer
}
async function send(address: string, as: Person, content: string): Promise<string> {
  const url = `${address}/api/documents?fileName=a.txt&title=${content}`
  return JSON.parse(await post(url, as, 'text/plain', content)).document.id
}

const stateOfPair = `select
  (select count(*)::int from document_access where document_id = any($1::uuid[])) as grants,
  (select count(*)::int from audit_events where document_id = any($1::uuid[]) and event = 'access_granted') as granted,
  (select count(*)::int from documents where id = any($1::uuid[]) and status = 'archived') as archived,
  (select count(*)::int from audit_events where document_id = any($1::uuid[]) and event = 'document_archived') as events`

describe.skipIf(alone)('two servers that one person uploads to at once', () => {
  const stores = ['a shared folder', 'an S3 service that ignores If-None-Match'] as const
  test.each(stores)('refuse nothing and overwrite nothing in %s', async (store) => {
    if (store !== stores[0]) s3 = await startS3Server('deeds', 'AKTEST', { conditional: false })
    const url = s3 && `s3://AKTEST:secret@deeds/box?endpoint=${encodeURIComponent(s3.endpoint)}`
    const { first, addresses } = await startTwo(url ? { STORAGE_URL: url } : {})
    const trustee = await first.person('trustee')
    const contents = Array.from({ length: 2 * each }, (_, n) => `deed-${n}`)
    const ids = await Promise.all(
      contents.map((content, n) => send(addresses[n % 2] ?? '', trustee, content)),
    )
    expect(await contentOf(first.services.storage)).toHaveLength(2 * each)
    for (const [n, id] of ids.entries()) {
      const answer = await first.call(trustee, 'GET', `/api/documents/${id}/content`)
      expect(answer.body).toBe(contents[n])
    }
  })
})

test.skipIf(alone)(
  'of two servers one is killed in the middle of uploads and of changes of pairs: those to the other succeed, each is whole or absent',
  async () => {
    const { first, addresses } = await startTwo({})
    const trustee = await first.person('trustee')
    const contents = Array.from({ length: 60 }, (_, n) => `will-${n}`)
    const recipients = [await first.person('guest'), await first.person('guest')].map(({ email }) => ({
      email,
    }))
    const pairs = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        Promise.all(['a', 'b'].map((name) => send(addresses[0] ?? '', trustee, `deed-${n}-${name}`))),
      ),
    )
    const changed: string[][] = []
    const outcomes = await Promise.allSettled(
      contents.map(async (content, n) => {
        const address = addresses[n % 2] ?? ''
        // The server that dies also shares and archives pairs of documents.
        const pair = n % 2 === 1 ? pairs[(n - 1) / 2] : undefined
        if (pair) {
          const [path, body] =
            n % 4 === 1
              ? ['share', { documentIds: pair, recipients, expiresOn: null }]
              : ['archive', { documentIds: pair, grants: 'end' }]
          await post(`${address}/api/documents/${path}`, trustee, 'application/json', JSON.stringify(body))
          if (changed.push(pair) === 12) child?.kill('SIGKILL')
        }
        await send(address, trustee, content)
      }),
    )
    const acknowledged = contents.filter((_, n) => outcomes[n]?.status === 'fulfilled')
    expect(acknowledged).toEqual(expect.arrayContaining(contents.filter((_, n) => n % 2 === 0)))
    expect(acknowledged.length).toBeLessThan(contents.length)

    const { query } = first.services.database
    const { rows } = await query<{ id: string; title: string; events: number }>(
      `select id, title, (select count(*) from audit_events e where e.document_id = d.id and e.event = 'document_uploaded') as events
       from documents d where title like 'will-%'`,
    )
    expect(rows.map(({ title }) => title)).toEqual(expect.arrayContaining(acknowledged))
    for (const { id, title, events } of rows) {
      expect(events).toBe(1)
      expect((await first.call(trustee, 'GET', `/api/documents/${id}/content`)).body).toBe(title)
    }
    let shared = 0
    for (const [n, pair] of pairs.entries()) {
      const { rows } = await query<Record<string, number>>(stateOfPair, [pair])
      const isDone = changed.includes(pair) || Object.values(rows[0] ?? {}).some((count) => count > 0)
      const none = { grants: 0, granted: 0, archived: 0, events: 0 }
      expect(rows).toEqual([
        { ...none, ...(isDone && (n % 2 === 0 ? { grants: 4, granted: 4 } : { archived: 2, events: 2 })) },
      ])
      if (isDone && n % 2 === 0) shared += 1
    }
    // The second server, which starts, may also mail the guests that their account has an end now.
    const sent = await first.services.database.db.$count(
      mailMessages,
      eq(mailMessages.kind, 'documents_shared'),
    )
    expect(sent).toBe(2 * shared)
  },
)

test('paths reserved in the same milliseconds, also by another server, are all different', async () => {
  app = await startTestApp()
  const { database } = app.services
  const userId = (await app.person('trustee')).id
  const now = new Date(Date.now() + 60_000)
  const count = 1_000
  // The rows stand for another server that has taken every other one of the next milliseconds.
  await database.query(
    `insert into content_paths (path, taken_at) select $1 || '/' || ($2::bigint + 2 * n) || '.pdf', now() from generate_series(0, 999) n`,
    [userId, now.getTime()],
  )
  const upload = { documentId: userId, userId, now, extension: 'pdf' }
  const paths = await Promise.all(Array.from({ length: count }, () => takePath(database, upload)))
  expect(new Set(paths).size).toBe(count)
  expect(await database.db.$count(contentPaths)).toBe(count + 1_000)
})
