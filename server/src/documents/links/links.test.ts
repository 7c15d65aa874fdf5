import { randomUUID } from 'node:crypto'
import type { Document, HistoryEntry } from '@deedbox/contract/documents.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { documentLinks } from '../../db/tables/document-links.ts'
import { documents } from '../../db/tables/documents.ts'
import { refusal, rowOf, trail, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
let requestor: Person
let guest: Person
let deed: Document
let variation: Document
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
  requestor = await app.person('requestor')
  guest = await app.person('guest')
})
afterAll(() => app.stop())
beforeEach(async () => {
  deed = await upload(app, trustee, { title: 'Quill deed', kind: 'trust_deed', executedOn: '1998-05-03' })
  variation = await upload(app, trustee, { title: 'Quill variation', kind: 'variation' })
})

const link = (as: Person, from: string, relation: string, to: string) =>
  app.call(as, 'POST', '/api/document-links', { from, relation, to })
const unlink = (as: Person, id: string) => app.call(as, 'DELETE', `/api/document-links/${id}`)
const page = async (as: Person, { id }: { id: string }): Promise<Document> =>
  (await app.call(as, 'GET', `/api/documents/${id}`)).json().document
const linksOf = async (as: Person, document: { id: string }) =>
  (await page(as, document)).links?.map(({ relation, side, document: { title }, can }) => [
    relation,
    side,
    title,
    can.remove,
  ])
const lastOf = async (as: Person, { id }: { id: string }): Promise<HistoryEntry> =>
  (await app.call(as, 'GET', `/api/documents/${id}/history`)).json().entries[0]
const share = (document: { id: string }, { email }: Person) =>
  app.call(trustee, 'POST', `/api/documents/${document.id}/access`, { email })
const set = (as: Person, document: { id: string }, signatories: object[], was: object[] = []) =>
  app.call(as, 'PUT', `/api/documents/${document.id}/signatories`, { signatories, was })

test('a link stands on both pages and in both histories, until it is taken away', async () => {
  const { id } = (await link(trustee, variation.id, 'varies', deed.id)).json()
  expect(await linksOf(trustee, variation)).toEqual([['varies', 'from', 'Quill deed', true]])
  expect(await linksOf(trustee, deed)).toEqual([['varies', 'to', 'Quill variation', true]])
  expect((await page(trustee, variation)).links).toMatchObject([
    { id, addedBy: 'Tess Trustee', document: { id: deed.id, kind: 'trust_deed', executedOn: '1998-05-03' } },
  ])
  expect(await lastOf(trustee, variation)).toMatchObject({
    label: 'Linked to another document',
    notes: 'Varies',
  })
  expect(await lastOf(trustee, deed)).toMatchObject({ notes: 'Varied by' })
  expect((await trail(app, deed.id)).at(-1)).toMatchObject({
    event: 'document_linked',
    details: { linkId: id, relation: 'varies', side: 'to', otherId: variation.id },
  })
  expect((await unlink(trustee, id)).statusCode).toBe(200)
  for (const document of [deed, variation]) {
    expect(await linksOf(trustee, document)).toEqual([])
    expect(await lastOf(trustee, document)).toMatchObject({ label: 'Link to another document taken away' })
  }
  expect(refusal(await unlink(trustee, id))).toEqual([404, 'link-not-found'])
  expect((await link(trustee, deed.id, 'replaces', variation.id)).statusCode).toBe(201)
})

test('nobody learns of a document that is hidden to them, and links need the right to correct both', async () => {
  const own = await upload(app, requestor, { title: 'Scan 12' })
  const { id } = (await link(trustee, variation.id, 'revokes', own.id)).json()
  expect(await linksOf(requestor, own)).toEqual([])
  const history = await app.call(requestor, 'GET', `/api/documents/${own.id}/history`)
  expect(history.body).toContain('Revoked by')
  expect(history.body).not.toContain('Quill')
  expect(refusal(await link(requestor, own.id, 'varies', deed.id))).toEqual([404, 'document-not-found'])
  expect(refusal(await unlink(requestor, id))).toEqual([404, 'link-not-found'])
  for (const document of [variation, deed]) await share(document, requestor)
  expect(await linksOf(requestor, own)).toEqual([['revokes', 'to', 'Quill variation', false]])
  expect(refusal(await link(requestor, own.id, 'varies', deed.id))).toEqual([403, 'not-allowed'])
  expect(refusal(await unlink(requestor, id))).toEqual([403, 'not-allowed'])
  await share(variation, guest)
  expect(await linksOf(guest, variation)).toEqual([])
  await app.call(trustee, 'DELETE', `/api/documents/${variation.id}`)
  expect(await linksOf(requestor, own)).toEqual([])
  expect(await linksOf(trustee, own)).toEqual([])
  await app.call(trustee, 'POST', `/api/documents/${variation.id}/restore`)
  expect(await linksOf(trustee, own)).toEqual([['revokes', 'to', 'Quill variation', true]])
})

test('two different documents are linked once, in one direction, and none without end', async () => {
  expect(refusal(await link(trustee, deed.id, 'varies', deed.id))).toEqual([400, 'link-self'])
  expect(refusal(await link(trustee, deed.id, 'explains', variation.id))).toEqual([400, 'invalid-input'])
  expect(refusal(await link(trustee, deed.id, 'varies', randomUUID()))).toEqual([404, 'document-not-found'])
  const both = await Promise.all([
    link(trustee, variation.id, 'varies', deed.id),
    link(trustee, deed.id, 'revokes', variation.id),
  ])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  expect(refusal(await link(trustee, variation.id, 'replaces', deed.id))).toEqual([409, 'link-exists'])
  const { db } = app.services.database
  const copies = Array.from({ length: limits.documentLinks - 1 }, () => rowOf(trustee))
  await db.insert(documents).values(copies)
  const by = { addedAt: new Date(), addedBy: trustee.id, addedByName: 'Tess' }
  await db
    .insert(documentLinks)
    .values(copies.map(({ id }) => ({ fromId: id, relation: 'varies' as const, toId: deed.id, ...by })))
  const another = await upload(app, trustee)
  expect(refusal(await link(trustee, another.id, 'varies', deed.id))).toEqual([409, 'link-full'])
})

test('signatories are set together, in their order, told in the history, and seen by every reader', async () => {
  const ann = { name: 'Ann Lowe', capacity: 'Trustee', witness: 'Ben Quill' }
  const lim = { name: 'Lim Pty Ltd', capacity: '', witness: '' }
  expect((await set(trustee, deed, [ann, lim])).json()).toEqual({ signatories: [ann, lim] })
  expect(await lastOf(trustee, deed)).toMatchObject({
    label: 'Signatories set',
    notes: expect.stringContaining('Ann Lowe (Trustee, witness Ben Quill); Lim Pty Ltd'),
  })
  await share(deed, guest)
  expect((await page(guest, deed)).signatories).toEqual([ann, lim])
  expect(refusal(await set(trustee, deed, [lim]))).toEqual([409, 'signatories-changed'])
  expect((await set(trustee, deed, [lim], [ann, lim])).statusCode).toBe(200)
  expect((await set(trustee, deed, [], [lim])).statusCode).toBe(200)
  expect((await page(trustee, deed)).signatories).toEqual([])
  expect((await trail(app, deed.id)).at(-1)?.details).toEqual({ from: [lim], to: [] })
  const many = Array.from({ length: limits.signatories + 1 }, () => lim)
  for (const wrong of [many, [{ ...lim, name: ' ' }]])
    expect(refusal(await set(trustee, deed, wrong))).toEqual([400, 'invalid-input'])
  expect(refusal(await set(guest, deed, [lim]))).toEqual([403, 'not-allowed'])
  await share(deed, requestor)
  expect(refusal(await set(requestor, deed, [lim]))).toEqual([403, 'not-allowed'])
  expect(refusal(await set(requestor, variation, [lim]))).toEqual([404, 'document-not-found'])
})
