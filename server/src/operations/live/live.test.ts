import { hourMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { sessions } from '../../db/tables/accounts.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { type Listening, listen } from './live.testing.ts'

let app: TestApp
let admin: Person
let trustee: Person
let lawyer: Person

beforeAll(async () => {
  app = await startTestApp({}, { listen: true })
  admin = await app.person('admin')
  trustee = await app.person('trustee')
  lawyer = await app.person('requestor')
})
afterAll(() => app.stop())

/** Opens a page of this person that has heard that it may have missed something, as every page of a server just started does. */
async function page(who: Person, address = app.address): Promise<Listening> {
  const one = await listen(address, who, '?age=86400000')
  await one.hears('all')
  return one
}

const share = (documentId: string, email: string) =>
  app.call(trustee, 'POST', `/api/documents/${documentId}/access`, { email })

test('a stream is not stored, compressed or gathered on its way, and needs a session', async () => {
  const { response } = await page(lawyer)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers.has('content-encoding')).toBe(false)
  expect(refusal(await app.call(null, 'GET', '/api/live'))).toEqual([401, 'not-signed-in'])
})

test('a grant and its end are told to its reader and to those who handle documents, and to no stranger', async () => {
  const document = await upload(app, trustee)
  const stranger = await app.person('requestor')
  const [reader, handler, strange] = await Promise.all([page(lawyer), page(admin), page(stranger)])
  const shared = await share(document.id, lawyer.email)
  await reader.hears('access')
  await handler.hears('access')
  await app.call(trustee, 'POST', `/api/access/${shared.json().grant.id}/revoke`)
  const began = Date.now()
  await reader.hears('access')
  expect(Date.now() - began).toBeLessThan(1_000)
  const about = { event: 'person_reactivated', subject: stranger.email }
  await app.services.database.query("select pg_notify('deedbox_live', $1)", [JSON.stringify(about)])
  expect(await strange.hears('people')).toEqual(['people'])
})

test('what a page missed while it had no stream is told when it has one', async () => {
  const newcomer = await app.person('requestor')
  await app.call(newcomer, 'POST', '/api/requests', { documentName: 'A will', clientEmail: 'a@example.com' })
  const one = await listen(app.address, newcomer)
  await one.hears('requests', 'all')
})

test('a rolled back change is told to nobody', async () => {
  const handler = await page(admin)
  const { contexts } = app.services
  const failing = contexts.work(async (ctx) => {
    await ctx.audit({ event: 'document_restored' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await contexts.work((ctx) => ctx.audit({ event: 'backup_requested' }))
  await handler.hears('system')
})

test('a stream ends when its session does, and the other session of the person goes on', async () => {
  const who = await app.person('requestor')
  const other = await app.signIn(who.id, who.email)
  const [first, second] = await Promise.all([page(who), page(other)])
  await app.call(who, 'DELETE', '/api/session')
  await first.hears('session')
  await first.ended
  const changed = await app.call(admin, 'POST', `/api/users/${who.id}/role`, { role: 'trustee' })
  expect(changed.statusCode, changed.body).toBe(200)
  await second.hears('session')
  await app.call(admin, 'POST', `/api/users/${who.id}/deactivate`)
  const began = Date.now()
  await second.ended
  expect(Date.now() - began).toBeLessThan(1_000)
})

test('a guest’s stream ends in the second in which the access does', async () => {
  const guest = await app.person('guest', { accessExpiresAt: new Date(Date.now() + hourMs) })
  const one = await page(guest)
  app.shift(hourMs)
  try {
    await one.hears('session')
    await one.ended
  } finally {
    app.shift(-hourMs)
  }
})

test('a stream beats, and notices at the next beat what nothing announced', async () => {
  const quick = await buildApp(app.services, { live: { beatMs: 20, ofSession: 2, maxBytes: 200 } })
  const address = await quick.listen({ host: '127.0.0.1', port: 0 })
  try {
    const who = await app.person('requestor')
    const [first, second] = await Promise.all([listen(address, who), listen(address, who)])
    await first.beaten(3)
    const third = await fetch(`${address}/api/live`, { headers: { cookie: who.cookie } })
    expect([third.status, await third.text()]).toEqual([429, expect.stringContaining('too-many-requests')])
    await second.close()
    const { database } = app.services
    await database.db.delete(sessions).where(eq(sessions.userId, who.id))
    await first.ended
    expect(first.told()).toMatch(/session$/)
  } finally {
    quick.server.closeAllConnections()
    await quick.close()
  }
})

const onPostgres = inject('postgresUrl') !== ''

test.skipIf(!onPostgres)(
  'a change on one server is told by the other, also after its connection was lost',
  async () => {
    const { databaseUrl } = app.services.config
    const second = await startTestApp(
      { DATA_DIR: app.dataDir, DATABASE_URL: databaseUrl ?? '' },
      { listen: true },
    )
    try {
      const elsewhere = await page(trustee, second.address)
      await upload(app, trustee)
      await elsewhere.hears('documents')
      const { rows } = await app.services.database.query<{ ended: boolean }>(
        `select pg_terminate_backend(pid) as ended from pg_stat_activity
       where datname = current_database() and query ilike 'listen%'`,
      )
      expect(rows.map(({ ended }) => ended)).toEqual([true, true])
      await elsewhere.hears('all')
      await upload(app, trustee)
      await elsewhere.hears('documents')
    } finally {
      await second.stop()
    }
  },
)

test('a server stops at once although pages listen', async () => {
  const last = await page(admin)
  const began = Date.now()
  await app.stop()
  expect(Date.now() - began).toBeLessThan(10_000)
  await last.ended
})
