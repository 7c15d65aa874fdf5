import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { events, pdfOf, refusal, trail, upload } from '../access/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../testing/app.ts'

let app: TestApp
let trustee: Person
let viewer: Person
let documentId: string

beforeAll(async () => {
  app = await startTestApp()
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

test('who may only view gets pages with a watermark, and who may download without', async () => {
  await share('view', viewer.email)
  const plain = (await get(trustee, 'pages/1')).rawPayload
  const marked = (await get(viewer, 'pages/1')).rawPayload
  expect(await inked(marked)).toBeGreaterThan(2 * (await inked(plain)))
  await share('download', viewer.email)
  expect((await get(viewer, 'pages/1')).rawPayload.equals(plain)).toBe(true)
})

test('there is no page behind the last', async () => {
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
