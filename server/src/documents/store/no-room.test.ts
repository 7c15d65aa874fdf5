import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { errors } from '@deedbox/contract/refusals.ts'
import type { LightMyRequestResponse as Response } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { startS3Server } from '../../platform/storage/s3-server.testing.ts'
import { send, trail, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

const MB = 1024 * 1024
const plenty = 10_000 * MB
// PostgreSQL has its own disk; only the embedded database shares ours.
const embedded = inject('postgresUrl') === ''
let free = plenty
let app: TestApp
let trustee: Person
let documentId = ''

beforeAll(async () => {
  app = await startTestApp({}, { measureRoom: () => free })
  trustee = await app.person('trustee')
  documentId = (await upload(app, trustee)).id
})
beforeEach(() => setFree(plenty))
afterAll(async () => {
  await setFree(plenty)
  await app.stop()
})

/** Sets the free space, which is measured again after a moment. */
async function setFree(bytes: number) {
  free = bytes
  await new Promise((resolve) => setTimeout(resolve, 250))
}

const expectNoRoom = (answer: Response, what: string) => {
  expect([answer.statusCode, answer.json().error?.code], what).toEqual([503, 'no-space'])
  expect(answer.json().error.message).toBe(errors['no-space'].message)
  expect(answer.headers['retry-after']).toBe('60')
}
const stored = () => readdirSync(join(app.dataDir, 'documents'), { recursive: true }).length
const health = async () => {
  const answer = await app.call(null, 'GET', '/api/health')
  const { status, database, storage } = answer.json()
  return [answer.statusCode, status, database, storage]
}

test.runIf(embedded)(
  'without disk space every change is refused in time, reading still works, and all works again when there is space',
  async () => {
    const get = (url: string) => app.call(trustee, 'GET', url)
    const post = (url: string, body: object) => app.call(trustee, 'POST', url, body)
    const before = (await trail(app, documentId)).length
    await setFree(60 * MB)
    expectNoRoom(await send(app, trustee, Buffer.from('More')), 'an upload')
    expectNoRoom(
      await post('/api/session', { email: 'someone@example.com', password: 'Correct-Horse-9' }),
      'sign-in',
    )
    expectNoRoom(await post(`/api/documents/${documentId}/access`, { email: 'a@example.com' }), 'a share')
    // A reading writes an event.
    expectNoRoom(await get(`/api/documents/${documentId}/content`), 'a download')
    expect((await get('/api/documents')).statusCode).toBe(200)
    expect((await get(`/api/documents/${documentId}`)).statusCode).toBe(200)
    expect(await health()).toEqual([503, 'unavailable', 'full', 'full'])

    // The promised jobs wait, and no job or library writes either.
    const { database, jobs } = app.services
    await expect(
      database.query("insert into tallies values ('document', 'infinity', 1, 1)"),
    ).rejects.toMatchObject({ code: '25006' })
    await jobs.runDue()

    await setFree(plenty)
    expect(await trail(app, documentId)).toHaveLength(before)
    expect((await get(`/api/documents/${documentId}/content`)).statusCode).toBe(200)
    await upload(app, trustee, { title: 'After' })
    expect(await health()).toEqual([200, 'ok', 'ok', 'ok'])
  },
)

test('uploads are refused first, counting the announced sizes of others, and leave nothing', async () => {
  const before = stored()
  await setFree(100 * MB)
  expectNoRoom(await send(app, trustee, Buffer.from('More')), 'below the reserve')
  expect(await health()).toEqual([503, 'unavailable', 'ok', 'full'])
  // Readings and their events go on.
  expect((await app.call(trustee, 'GET', `/api/documents/${documentId}/content`)).statusCode).toBe(200)

  await setFree(130 * MB)
  const large = Buffer.alloc(3 * MB, 'a long will. ')
  expectNoRoom(await send(app, trustee, large), 'more than there is room for')
  expect(stored()).toBe(before)
  await upload(app, trustee, { title: 'A small one' })
})

test('an upload without an announced length ends when the space does, and leaves nothing', async () => {
  const before = stored()
  await setFree(130 * MB)
  async function* content() {
    for (let n = 0; n < 8; n++) {
      yield Buffer.alloc(MB, 'a long will. ')
      if (n === 2) await setFree(10 * MB)
    }
  }
  const { Readable } = await import('node:stream')
  const answer = await app.call(trustee, 'POST', '/api/documents?fileName=a.txt&title=A', undefined, {
    payload: Readable.from(content()),
    headers: { 'content-type': 'text/plain' },
  })
  expectNoRoom(answer, 'on the way')
  expect(stored()).toBe(before)
})

test('an upload to a bucket that fails is answered with 503, and so is a reading from it', async () => {
  const server = await startS3Server('deeds', 'AKTEST')
  const url = `s3://AKTEST:secret@deeds?endpoint=${encodeURIComponent(server.endpoint)}`
  const away = await startTestApp({ STORAGE_URL: url })
  try {
    const owner = await away.person('trustee')
    let puts = 0
    server.faults.of = (request) => (request === 'PUT *' && puts++ === 0 ? 'lost' : undefined)
    // The document is stored and the answer was lost: it is not refused.
    const { id } = await upload(away, owner)
    expect(puts).toBeGreaterThan(0)
    expect((await send(away, owner, Buffer.from('Other'))).statusCode).toBe(201)
    server.faults.of = (request) => (request === 'GET' ? 'cut' : undefined)
    const whole = await away.call(owner, 'GET', `/api/documents/${id}/pages/1`)
    expect([whole.statusCode, whole.json().error.code, whole.headers['retry-after']]).toEqual([
      503,
      'storage-unavailable',
      '5',
    ])
    server.faults.of = (request) => (request === 'PUT *' ? 'lost' : undefined)
    const before = server.objects.size
    server.objects.set = () => server.objects
    const never = await send(away, owner, Buffer.from('Never'))
    expect([never.statusCode, server.objects.size]).toEqual([503, before])
    await server.stop()
    const answers = [
      await send(away, owner, Buffer.from('More')),
      await away.call(owner, 'GET', `/api/documents/${id}/content`),
    ]
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'storage-unavailable'])
      expect(answer.headers['retry-after']).toBe('5')
    }
    const list = await away.call(owner, 'GET', '/api/documents')
    expect(list.json().documents).toHaveLength(2)
    expect((await away.call(null, 'GET', '/api/health')).json()).toMatchObject({
      database: 'ok',
      storage: 'failed',
    })
  } finally {
    await away.stop()
  }
})
