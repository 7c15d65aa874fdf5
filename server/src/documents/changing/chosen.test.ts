import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { events, refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee')
})
afterAll(() => app.stop())

const db = () => app.services.database.db
const many = (as: Person, what: 'download' | 'delete' | 'restore', documentIds: string[]) =>
  app.call(as, 'POST', `/api/documents/${what}`, { documentIds })
const share = (documentId: string, email: string, accessLevel: string) =>
  app.call(trustee, 'POST', `/api/documents/${documentId}/access`, { email, accessLevel })
const rowsOf = (ids: string[]) => db().select().from(documents).where(inArray(documents.id, ids))

async function entriesOf(zip: Buffer): Promise<Record<string, string>> {
  const entries: Record<string, string> = {}
  const file = await yauzl.fromBufferPromise(zip)
  for await (const entry of file.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await file.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    entries[entry.fileName] = Buffer.concat(chunks).toString()
  }
  return entries
}

test('chosen documents come as one ZIP; each is audited, and a manifest says what is missing and why', async () => {
  const guest = await app.person('guest')
  const [one, two, view, hidden] = await Promise.all(
    ['Deed', 'Deed', 'Will', 'Secret'].map((title) =>
      upload(app, trustee, { title }, Buffer.from(`${title}!`)),
    ),
  )
  const ids = [one, two, view, hidden].map((document) => document?.id ?? '')
  await share(ids[0] ?? '', guest.email, 'download')
  await share(ids[1] ?? '', guest.email, 'download')
  await share(ids[2] ?? '', guest.email, 'view')
  const answer = await many(guest, 'download', [...ids, ids[0] ?? ''])
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['content-type']).toBe('application/zip')
  const { 'manifest.csv': manifest = '', ...files } = await entriesOf(answer.rawPayload)
  expect(files).toEqual({ 'Deed.txt': 'Deed!', 'Deed (2).txt': 'Deed!' })
  expect(manifest).toContain('Will,,"You were given access to view it, not to download it."')
  expect(manifest).toContain(
    `A document that you cannot see,,"It was deleted, or your access to it has ended."`,
  )
  expect(manifest).not.toContain('Secret')
  const downloaded = await Promise.all(
    ids.map(async (id) => (await events(app, id)).includes('document_downloaded')),
  )
  expect(downloaded).toEqual([true, true, false, false])

  expect(refusal(await many(guest, 'download', ids.slice(2, 3)))).toEqual([403, 'download-not-allowed'])
  expect(refusal(await many(guest, 'download', ids.slice(3)))).toEqual([404, 'document-not-found'])
})

test('documents are deleted and restored all or none, with an event each; their access stays ended', async () => {
  const guest = await app.person('guest')
  const requestor = await app.person('requestor')
  const mine = await Promise.all([1, 2, 3].map(() => upload(app, requestor)))
  const [strange] = await Promise.all([upload(app, trustee)])
  const ids = mine.map(({ id }) => id)
  for (const id of ids) await share(id, guest.email, 'view')
  await share(strange?.id ?? '', requestor.email, 'view')
  expect(refusal(await many(requestor, 'delete', [...ids, strange?.id ?? '']))).toEqual([403, 'not-allowed'])
  expect(refusal(await many(requestor, 'delete', [...ids, crypto.randomUUID()]))).toEqual([
    404,
    'document-not-found',
  ])
  expect((await rowsOf(ids)).every(({ deletedAt }) => deletedAt === null)).toBe(true)

  expect((await many(requestor, 'delete', [...ids, ids[0] ?? ''])).json()).toEqual({ count: 3 })
  const grants = await db().select().from(documentAccess).where(inArray(documentAccess.documentId, ids))
  expect(new Set(grants.map(({ status }) => status))).toEqual(new Set(['revoked']))
  expect((await events(app, ids[0] ?? '')).slice(-2)).toEqual(['document_deleted', 'revoked'])

  expect(refusal(await many(requestor, 'restore', ids))).toEqual([403, 'not-allowed'])
  expect(refusal(await many(trustee, 'restore', [...ids, strange?.id ?? '']))).toEqual([
    404,
    'document-not-found',
  ])
  expect((await many(trustee, 'restore', ids)).json()).toEqual({ count: 3 })
  expect((await rowsOf(ids)).every(({ deletedAt }) => deletedAt === null)).toBe(true)
  expect((await events(app, ids[0] ?? '')).at(-1)).toBe('document_restored')
  expect((await app.call(guest, 'GET', `/api/documents/${ids[0]}`)).statusCode).toBe(404)
})
