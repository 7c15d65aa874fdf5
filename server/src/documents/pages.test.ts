import { randomUUID } from 'node:crypto'
import { get as request } from 'node:http'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { events, pdfOf, refusal, trail, upload } from '../access/sample.testing.ts'
import { documents } from '../db/tables/documents.ts'
import { endlessPdf } from '../platform/rendering/samples.ts'
import { type Person, startTestApp, type TestApp } from '../testing/app.ts'

let app: TestApp
let trustee: Person
let viewer: Person
let documentId: string

beforeAll(async () => {
  app = await startTestApp({}, { listen: true })
  trustee = await app.person('trustee')
  viewer = await app.person('guest')
  const pdf = await pdfOf('The settlor declares', 'The trustee accepts', 'Signed as a deed')
  documentId = (await upload(app, trustee, { fileName: 'deed.pdf' }, pdf)).id
})
afterAll(() => app.stop())

const get = (as: Person | null, path: string, id = documentId) =>
  app.call(as, 'GET', `/api/documents/${id}/${path}`)
const share = (accessLevel: 'view' | 'download', email: string) =>
  app.call(trustee, 'POST', `/api/documents/${documentId}/access`, { email, accessLevel })

/** How many pixels are anything but white. */
async function inked(image: Buffer): Promise<number> {
  const pixels = await sharp(image).greyscale().raw().toBuffer()
  return pixels.filter((grey) => grey < 250).length
}

test('a document is read page by page, each reading with its event', async () => {
  expect((await get(trustee, 'pages')).json()).toEqual({ pages: Array(3).fill({ width: 400, height: 300 }) })
  const page = await get(trustee, 'pages/2')
  expect(page.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' })
  expect(await sharp(page.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 600 })
  const text = (await get(trustee, 'pages/2/text')).json()
  expect(text.text).toContain('The trustee accepts')
  expect(text.words.map((word: { text: string }) => word.text)).toEqual(['The', 'trustee', 'accepts'])
  const found = (await get(trustee, 'search?text=THE')).json()
  expect(found.hits.map(({ page, count }: { page: number; count: number }) => [page, count])).toEqual([
    [1, 1],
    [2, 1],
  ])
  expect((await trail(app, documentId)).map(({ event, details }) => [event, details]).slice(1)).toEqual([
    ['document_viewed', null],
    ['document_viewed', { page: 2 }],
    ['document_viewed', { page: 2, text: true }],
    ['document_searched', null],
  ])
})

test('the history says which page was read', async () => {
  await get(trustee, 'pages/3')
  await get(trustee, 'pages/1/text')
  const { entries } = (await get(trustee, 'history')).json()
  expect(entries.slice(0, 2).map(({ notes }: { notes: string }) => notes)).toEqual([
    'Page 1, its text',
    'Page 3',
  ])
})

test('pages seen through a grant have a watermark at either access level; pages seen by role or as owner have none', async () => {
  const plain = (await get(trustee, 'pages/1')).rawPayload
  const marked = 2 * (await inked(plain))
  for (const level of ['view', 'download'] as const) {
    await share(level, viewer.email)
    expect(await inked((await get(viewer, 'pages/1')).rawPayload)).toBeGreaterThan(marked)
  }
  const organizationId = randomUUID()
  const { db, query } = app.services.database
  await query("insert into organizations (id, name, created_at) values ($1, 'Hartley', now())", [
    organizationId,
  ])
  await db.update(documents).set({ organizationId }).where(eq(documents.id, documentId))
  const colleague = await app.person('b2b_admin', { organizationId })
  const stranger = await app.person('b2b_admin')
  await share('download', stranger.email)
  for (const person of [await app.person('admin'), await app.person('trustee'), colleague])
    expect((await get(person, 'pages/1')).rawPayload.equals(plain)).toBe(true)
  expect(await inked((await get(stranger, 'pages/1')).rawPayload)).toBeGreaterThan(marked)
})

test('there is no page after the last', async () => {
  for (const path of ['pages/4', 'pages/4/text'])
    expect(refusal(await get(trustee, path))).toEqual([404, 'not-found'])
  for (const path of ['pages/0', 'pages/x', 'search?text=%20'])
    expect(refusal(await get(trustee, path))).toEqual([400, 'invalid-input'])
})

test('strangers find nothing, and their attempts leave no reading', async () => {
  const before = await events(app, documentId)
  for (const path of ['pages', 'pages/1', 'pages/1/text', 'search?text=the']) {
    for (const role of ['guest', 'requestor', 'b2b_admin', 'auditor'])
      expect(refusal(await get(await app.person(role), path))).toEqual([404, 'document-not-found'])
    expect(refusal(await get(null, path))).toEqual([401, 'not-signed-in'])
  }
  expect(await events(app, documentId)).toEqual(before)
})

test('a type that cannot be drawn says so; a file that cannot be drawn is refused', async () => {
  const note = await upload(app, trustee)
  expect(note.preview).toBe(false)
  const broken = await upload(app, trustee, { fileName: 'a.pdf' }, Buffer.from('%PDF-1.7 nothing more'))
  for (const path of ['pages', 'pages/1', 'pages/1/text', 'search?text=x']) {
    expect(refusal(await get(trustee, path, note.id))).toEqual([415, 'preview-unavailable'])
    expect(refusal(await get(trustee, path, broken.id))).toEqual([422, 'preview-failed'])
  }
})

test('a picture is one page', async () => {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  const { id } = await upload(app, trustee, { fileName: 'scan.png' }, picture)
  expect((await get(trustee, 'pages', id)).json()).toEqual({ pages: [{ width: 60, height: 40 }] })
  expect((await get(trustee, 'pages/1', id)).headers['content-type']).toBe('image/jpeg')
  expect((await get(trustee, 'pages/1/text', id)).json()).toEqual({ text: '', words: [] })
})

test('access that is revoked ends at the next page of an open viewer', async () => {
  const guest = await app.person('guest')
  const { grant } = (await share('view', guest.email)).json<{ grant: { id: string } }>()
  expect((await get(guest, 'pages')).statusCode).toBe(200)
  expect((await get(guest, 'pages/1')).statusCode).toBe(200)
  await app.call(trustee, 'POST', `/api/access/${grant.id}/revoke`, {})
  expect(refusal(await get(guest, 'pages/2'))).toEqual([404, 'document-not-found'])
})

test('a second after its end, access gives nothing from any address that worked before', async () => {
  const guest = await app.person('guest')
  const { grant } = (await share('download', guest.email)).json<{ grant: { autoRevokeDate: string } }>()
  const addresses = ['', '/content', '/pages', '/pages/1', '/pages/3/text', '/search?text=the']
  const visit = async () =>
    Promise.all(
      addresses.map(
        async (path) => (await app.call(guest, 'GET', `/api/documents/${documentId}${path}`)).statusCode,
      ),
    )
  const { rows } = await app.services.database.query<{ now: Date }>('select now()')
  const before = app.services.clock.shiftMs
  app.services.clock.shiftMs = Date.parse(grant.autoRevokeDate) - (rows[0]?.now.getTime() ?? 0) - 60_000
  expect(await visit()).toEqual(addresses.map(() => 200))
  expect((await app.call(guest, 'GET', '/api/documents')).json().total).toBe(1)
  app.shift(61_000)
  expect(await visit()).toEqual(addresses.map(() => 404))
  expect((await app.call(guest, 'GET', '/api/documents')).json().total).toBe(0)
  app.services.clock.shiftMs = before
})

test('a guest whose account is over opens nothing', async () => {
  const guest = await app.person('guest', { accessExpiresAt: new Date(Date.now() - 1_000) })
  await share('download', guest.email)
  for (const path of ['', '/content', '/pages/1'])
    expect(refusal(await app.call(guest, 'GET', `/api/documents/${documentId}${path}`))).toEqual([
      403,
      'access-expired',
    ])
})

test('a person who asks for too many pages is refused, others are served, and abandoned pages are dropped', async () => {
  const greedy = await app.person('trustee')
  const slow = await upload(app, greedy, { fileName: 'endless.pdf' }, endlessPdf())
  const { port } = new URL(app.address)
  const connections = Array.from({ length: 40 }, () =>
    request({
      host: '127.0.0.1',
      port,
      path: `/api/documents/${slow.id}/pages/1`,
      headers: { cookie: greedy.cookie },
    }),
  )
  const refused = await new Promise<number | undefined>((resolve) => {
    for (const each of connections)
      each.on('error', () => undefined).on('response', ({ statusCode }) => resolve(statusCode))
  })
  expect(refused).toBe(429)
  const note = await upload(app, greedy, { fileName: 'b.pdf' }, await pdfOf('A letter'))
  expect(refusal(await get(greedy, 'pages', note.id))).toEqual([429, 'too-many-pages'])
  expect((await get(viewer, 'pages/2')).statusCode).toBe(200)
  for (const each of connections) each.destroy()
  await expect
    .poll(async () => (await get(greedy, 'pages', note.id)).statusCode, { timeout: 10_000 })
    .toBe(200)
}, 30_000)

test('a page whose reader loses access while it waits in the queue is not shown', async () => {
  const guest = await app.person('guest')
  const slow = await upload(app, trustee, { fileName: 'endless.pdf' }, endlessPdf())
  const { id } = await upload(app, trustee, { fileName: 'd.pdf' }, await pdfOf('Waits'))
  const grants = await Promise.all(
    [slow.id, id].map((each) =>
      app.call(trustee, 'POST', `/api/documents/${each}/access`, { email: guest.email, accessLevel: 'view' }),
    ),
  )
  const { port } = new URL(app.address)
  const path = `/api/documents/${slow.id}/pages/1`
  const ahead = Array.from({ length: 3 }, () =>
    request({ host: '127.0.0.1', port, path, headers: { cookie: guest.cookie } }),
  )
  for (const each of ahead) each.on('error', () => undefined)
  await expect
    .poll(async () => (await events(app, slow.id)).filter((event) => event === 'document_viewed').length)
    .toBe(3)
  const waiting = get(guest, 'pages/1', id)
  await expect.poll(() => events(app, id)).toContain('document_viewed')
  const grant = grants[1]?.json<{ grant: { id: string } }>().grant.id
  expect((await app.call(trustee, 'POST', `/api/access/${grant}/revoke`, {})).statusCode).toBe(200)
  for (const each of ahead) each.destroy()
  expect(refusal(await waiting)).toEqual([404, 'document-not-found'])
}, 30_000)

test('a kept page is not shown to people who may not see it, and is gone with its document', async () => {
  const guest = await app.person('guest')
  const { id } = await upload(app, trustee, { fileName: 'c.pdf' }, await pdfOf('Kept'))
  expect((await get(trustee, 'pages/1', id)).statusCode).toBe(200)
  expect(refusal(await get(guest, 'pages/1', id))).toEqual([404, 'document-not-found'])
  expect((await get(trustee, 'pages/1', id)).statusCode).toBe(200)
  expect((await events(app, id)).filter((event) => event === 'document_viewed')).toHaveLength(2)
  await app.call(trustee, 'DELETE', `/api/documents/${id}`)
  expect(refusal(await get(trustee, 'pages/1', id))).toEqual([404, 'document-not-found'])
})
