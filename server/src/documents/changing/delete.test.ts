import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DocumentRow, HistoryEntry } from '@deedbox/contract/documents.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documents } from '../../db/tables/documents.ts'
import { events, refusal, trail, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { removeDeletedContent } from '../documents.jobs.ts'

let app: TestApp
let trustee: Person
let requestor: Person
let guest: Person

beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee')
  requestor = await app.person('requestor')
  guest = await app.person('guest')
})
afterAll(() => app.stop())

const remove = (as: Person | null, id: string) => app.call(as, 'DELETE', `/api/documents/${id}`)
const restore = (as: Person | null, id: string) => app.call(as, 'POST', `/api/documents/${id}/restore`, {})
const get = (as: Person, id: string, path = '') => app.call(as, 'GET', `/api/documents/${id}${path}`)
const deleted = async (as: Person) =>
  (await app.call(as, 'GET', '/api/documents?view=deleted')).json<{
    documents: DocumentRow[]
    total: number
  }>()
const row = async (id: string) =>
  (await app.services.database.db.select().from(documents).where(eq(documents.id, id)))[0]
const fileOf = async (id: string) => join(app.dataDir, 'documents', (await row(id))?.filePath ?? '')
const stored = async (id: string) => {
  const file = await fileOf(id)
  return (await readdir(dirname(file))).some((name) => file.endsWith(name))
}

test('deleting hides a document from everyone, ends its grants and keeps its history', async () => {
  const { id } = await upload(app, trustee)
  await app.call(trustee, 'POST', `/api/documents/${id}/access`, { email: guest.email })
  await app.call(trustee, 'POST', `/api/documents/${id}/access`, { email: requestor.email })
  expect((await remove(trustee, id)).json()).toEqual({ success: true })
  for (const person of [guest, requestor])
    expect(refusal(await get(person, id))).toEqual([404, 'document-not-found'])
  for (const path of ['/content', '/pages'])
    expect(refusal(await get(trustee, id, path))).toEqual([404, 'document-not-found'])
  expect(refusal(await remove(trustee, id))).toEqual([404, 'document-not-found'])
  expect((await app.call(trustee, 'GET', '/api/documents')).json().total).toBe(0)
  expect((await events(app, id)).slice(3)).toEqual(['document_deleted', 'revoked', 'revoked'])
  expect((await row(id))?.deletedBy).toBe(trustee.id)
  expect(await stored(id)).toBe(true)

  const [shown] = (await deleted(trustee)).documents
  expect(shown).toMatchObject({
    id,
    deletedByName: 'Test trustee',
    can: { download: false, share: false, delete: false, restore: true },
  })
  expect((await get(trustee, id)).json().document).toMatchObject({ can: { preview: false, restore: true } })
  expect((await get(trustee, id, '/history')).json().entries).toHaveLength(6)
})

test('people who may not delete or restore are refused', async () => {
  const mine = await upload(app, requestor)
  const { id } = await upload(app, trustee)
  await app.call(trustee, 'POST', `/api/documents/${id}/access`, { email: requestor.email })
  expect(refusal(await remove(requestor, id))).toEqual([403, 'not-allowed'])
  expect(refusal(await remove(guest, id))).toEqual([403, 'not-allowed'])
  expect(refusal(await remove(null, id))).toEqual([401, 'not-signed-in'])
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  expect(refusal(await remove(unconfirmed, id))).toEqual([404, 'document-not-found'])
  expect((await remove(requestor, mine.id)).statusCode).toBe(200)
  expect(refusal(await restore(requestor, mine.id))).toEqual([403, 'not-allowed'])
  expect(refusal(await restore(unconfirmed, mine.id))).toEqual([404, 'document-not-found'])
  expect(refusal(await restore(trustee, id))).toEqual([404, 'document-not-found'])
  expect(await deleted(requestor)).toMatchObject({ total: 0, documents: [] })
  expect(await deleted(unconfirmed)).toMatchObject({ total: 0, documents: [] })
})

test('a restored document is whole, but the grants that ended stay ended', async () => {
  const { id } = await upload(app, trustee, {}, Buffer.from('the same words'))
  await app.call(trustee, 'POST', `/api/documents/${id}/access`, { email: guest.email })
  await remove(trustee, id)
  app.shift(29 * dayMs)
  await removeDeletedContent(app.services)
  expect((await restore(trustee, id)).json().document).toMatchObject({
    id,
    deletedAt: null,
    can: { share: true },
  })
  expect((await get(trustee, id, '/content')).body).toBe('the same words')
  expect(refusal(await get(guest, id))).toEqual([404, 'document-not-found'])
  expect((await events(app, id)).at(-2)).toBe('document_restored')
})

test('after 30 days a deleted document cannot come back, and its content and key are gone', async () => {
  const { id } = await upload(app, trustee)
  const kept = await upload(app, trustee)
  await remove(trustee, id)
  app.shift(30 * dayMs)
  expect(refusal(await restore(trustee, id))).toEqual([404, 'document-not-found'])
  expect((await deleted(trustee)).documents.map((one) => one.id)).not.toContain(id)
  expect(await stored(id)).toBe(true)
  await Promise.all([removeDeletedContent(app.services), removeDeletedContent(app.services)])
  expect(await stored(id)).toBe(false)
  expect(await row(id)).toMatchObject({ wrappedKey: null, title: 'A note' })
  expect((await row(id))?.contentRemovedAt).toBeInstanceOf(Date)
  expect((await events(app, id)).filter((event) => event === 'document_content_removed')).toHaveLength(1)
  expect((await trail(app, id)).at(-1)).toMatchObject({ actorId: null })
  expect((await get(trustee, kept.id, '/content')).statusCode).toBe(200)
})

test('the history is for people who handle or own the document, newest first, in pages', async () => {
  const { id } = await upload(app, requestor)
  await app.call(trustee, 'POST', `/api/documents/${id}/access`, { email: guest.email, message: 'For you' })
  for (let n = 0; n < 3; n++) await get(guest, id, '/content')
  expect(refusal(await get(guest, id, '/history'))).toEqual([403, 'not-allowed'])
  expect(refusal(await get(await app.person('guest'), id, '/history'))).toEqual([404, 'document-not-found'])
  const walked: HistoryEntry[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: { entries: HistoryEntry[]; nextCursor: string | null } = (
      await get(requestor, id, `/history?limit=2${cursor && `&cursor=${cursor}`}`)
    ).json()
    walked.push(...page.entries)
    cursor = page.nextCursor
  }
  expect(walked.map(({ label }) => label)).toEqual([
    ...Array(3).fill('Document downloaded'),
    'Access granted',
    'Document uploaded',
  ])
  expect(walked[3]).toMatchObject({
    actorEmail: trustee.email,
    subjectEmail: guest.email,
    notes: expect.stringContaining('For you'),
  })
  for (const cursor of ['x', 'bnVsbA', 'LTE'])
    expect(refusal(await get(trustee, id, `/history?cursor=${cursor}`))).toEqual([400, 'invalid-input'])
})
