import { randomUUID } from 'node:crypto'
import type { Document, DocumentRow } from '@deedbox/contract/documents.ts'
import { dayMs, hourMs } from '@deedbox/contract/durations.ts'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessions } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { refusal, trail, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
let colleague: Person
let requestor: Person
let guest: Person
let deed: Document

beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
  colleague = await app.person('trustee', { name: 'Colin Colleague' })
  requestor = await app.person('requestor', { name: 'Rex Requestor' })
  guest = await app.person('guest', { name: 'Gina Guest' })
})
afterAll(() => app.stop())
beforeEach(async () => {
  deed = await upload(app, trustee, { title: 'Smith deed', clientName: 'Smith' })
})

const post = (as: Person, action: string, body: object) =>
  app.call(as, 'POST', `/api/documents/${action}`, body)
const seen = (...of: Pick<Document, 'id' | 'updatedAt'>[]) =>
  of.map(({ id, updatedAt }) => ({ id, updatedAt }))
const correct = (as: Person, of: Pick<Document, 'id' | 'updatedAt'>[], changes: object) =>
  post(as, 'correct', { documents: seen(...of), changes })
const get = async (as: Person, { id }: { id: string }): Promise<Document> =>
  (await app.call(as, 'GET', `/api/documents/${id}`)).json().document
const share = async (of: { id: string }, to: Person) =>
  (await app.call(trustee, 'POST', `/api/documents/${of.id}/access`, { email: to.email })).json().grant
const list = async (as: Person, query: Record<string, string> = {}) =>
  (await app.call(as, 'GET', `/api/documents?${new URLSearchParams(query)}`)).json<{
    documents: DocumentRow[]
    total: number
  }>()
const finds = async (as: Person, { id }: { id: string }, query: Record<string, string> = {}) =>
  (await list(as, query)).documents.some((row) => row.id === id)
const lastNotes = async (of: { id: string }) =>
  (await app.call(trustee, 'GET', `/api/documents/${of.id}/history`)).json().entries[0]
const last = async (of: { id: string }) => (await trail(app, of.id)).at(-1)

describe('correcting details', () => {
  test('changes what is given, clears what is null, and is audited with old and new value in words', async () => {
    const answer = await correct(trustee, [deed], {
      title: '  Smith   trust deed ',
      type: 'trust_deed',
      clientName: null,
      expiryDate: '2031-03-01',
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const saved = await get(trustee, deed)
    expect(saved).toMatchObject({
      title: 'Smith trust deed',
      type: 'trust_deed',
      clientName: null,
      expiryDate: '2031-03-01',
      status: 'active',
      updatedAt: answer.json().documents[0].updatedAt,
    })
    expect(await last(deed)).toMatchObject({
      event: 'document_corrected',
      actorId: trustee.id,
      details: {
        changes: [
          { field: 'title', from: 'Smith deed', to: 'Smith trust deed' },
          { field: 'type', from: 'other', to: 'trust_deed' },
          { field: 'clientName', from: 'Smith', to: null },
          { field: 'expiryDate', from: null, to: '2031-03-01' },
        ],
      },
    })
    expect(await lastNotes(deed)).toMatchObject({
      label: 'Details corrected',
      notes:
        'Title: “Smith deed” → “Smith trust deed”; Type: Other → Trust deed; Client: “Smith” → none; Expiry date: none → 1 Mar 2031',
    })
    expect((await list(trustee, { search: 'smith trust' })).total).toBeGreaterThan(0)
  })

  test('who was slower is told which was corrected by whom, and nothing is written', async () => {
    const will = await upload(app, trustee, { title: 'Smith will' })
    expect((await correct(colleague, [deed], { title: 'Smith deed of 1999' })).statusCode).toBe(200)
    const slower = await correct(trustee, [deed, will], { clientName: 'Smythe' })
    expect(refusal(slower)).toEqual([409, 'documents-changed'])
    expect(slower.json().error).toMatchObject({
      message: 'Corrected in the meantime: “Smith deed of 1999” by Colin Colleague. Nothing was saved yet.',
      fields: { [deed.id]: 'Corrected by Colin Colleague' },
    })
    expect(await get(trustee, will)).toMatchObject({ clientName: null, updatedAt: null })
    const again = await correct(trustee, [await get(trustee, deed), will], { clientName: 'Smythe' })
    expect(again.statusCode, again.body).toBe(200)
    expect(await get(trustee, deed)).toMatchObject({ title: 'Smith deed of 1999', clientName: 'Smythe' })
  })

  test('of two at the same moment, one is refused', async () => {
    const both = await Promise.all(
      [trustee, colleague].map((as) => correct(as, [deed], { title: `By ${as.id}` })),
    )
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  test('of many: all or none, one event for each that differs, and no title', async () => {
    const others = [await upload(app, trustee, { clientName: 'Lowe' }), await upload(app, trustee)]
    const all = [deed, ...others]
    expect(refusal(await correct(trustee, all, { title: 'The same' }))).toEqual([400, 'invalid-input'])
    expect(refusal(await correct(trustee, all, {}))).toEqual([400, 'invalid-input'])
    const missing = [...all, { id: randomUUID(), updatedAt: null }]
    expect(refusal(await correct(trustee, missing, { clientName: 'Lowe' }))).toEqual([
      404,
      'document-not-found',
    ])
    expect(await get(trustee, deed)).toMatchObject({ clientName: 'Smith' })

    const answer = await correct(trustee, all, { clientName: 'Lowe' })
    expect(answer.json().documents).toHaveLength(3)
    const changed = await app.services.database.db
      .select({ id: auditEvents.documentId })
      .from(auditEvents)
      .where(eq(auditEvents.event, 'document_corrected'))
    expect(changed.filter(({ id }) => all.some((one) => one.id === id)).map(({ id }) => id)).toEqual(
      expect.arrayContaining([deed.id, others[1]?.id]),
    )
    expect(await last(others[0] as Document)).toMatchObject({ event: 'document_uploaded' })
  })

  test('is for who handles the document, and for its uploader until somebody confirmed it', async () => {
    const grant = await share(deed, requestor)
    expect(grant.status).toBe('active')
    expect((await get(requestor, deed)).can).toMatchObject({ correct: false, archive: false, confirm: false })
    expect(refusal(await correct(requestor, [deed], { title: 'Mine' }))).toEqual([403, 'not-allowed'])
    expect(refusal(await correct(guest, [deed], { title: 'Mine' }))).toEqual([403, 'not-allowed'])

    const own = await upload(app, requestor, { title: 'Scan 12' })
    expect(own).toMatchObject({ status: 'pending', can: { correct: true, confirm: false, archive: false } })
    expect((await correct(requestor, [own], { title: 'Lease' })).statusCode).toBe(200)
    expect(await get(trustee, own)).toMatchObject({
      title: 'Lease',
      status: 'pending',
      can: { confirm: true },
    })
    expect((await post(trustee, 'confirm', { documentIds: [own.id] })).json()).toEqual({ count: 1 })
    const confirmed = await get(requestor, own)
    expect(confirmed).toMatchObject({ status: 'active', can: { correct: false } })
    expect(refusal(await correct(requestor, [confirmed], { title: 'Mine' }))).toEqual([403, 'not-allowed'])
  })
})

describe('archiving', () => {
  test('hides a document from default lists and figures, but not from who holds a grant, and it stays readable', async () => {
    await share(deed, guest)
    const held = await share(deed, requestor)
    await app.call(requestor, 'POST', `/api/access/${held.id}/extension`, {})
    const before = (await list(trustee)).total
    const figures = async () =>
      (await app.call(trustee, 'GET', '/api/dashboard/trustee')).json().statistics as Record<string, number>
    const was = await figures()
    const answer = await post(trustee, 'archive', { documentIds: [deed.id], grants: 'keep' })
    expect(answer.json()).toEqual({ count: 1, endedGrants: 0 })
    expect(await lastNotes(deed)).toMatchObject({ label: 'Document archived', notes: 'Access was kept' })

    expect(await list(trustee)).toMatchObject({ total: before - 1 })
    expect(await finds(trustee, deed)).toBe(false)
    expect(await finds(trustee, deed, { search: 'smith' })).toBe(false)
    expect(await finds(trustee, deed, { status: 'all' })).toBe(false)
    expect(await finds(trustee, deed, { status: 'archived' })).toBe(true)
    expect(await finds(trustee, deed, { status: 'with-archived' })).toBe(true)
    expect(await list(trustee, { status: 'with-archived' })).toMatchObject({ total: before })
    // Lists of access and requests have them, marked, and a filter finds or leaves out what belongs to them.
    const marked = { documentId: deed.id, documentStatus: 'archived' }
    const access = (query: string) =>
      app.call(trustee, 'GET', `/api/access?scope=handled&search=${guest.email}${query}`)
    expect((await access('')).json().grants[0]).toMatchObject(marked)
    expect((await access('&documentStatus=archived')).json().grants[0]).toMatchObject(marked)
    expect(
      (await access('&documentStatus=active'))
        .json()
        .grants.map((row: { documentId: string }) => row.documentId),
    ).not.toContain(deed.id)
    const review = async (query: string) =>
      (await app.call(trustee, 'GET', `/api/requests?view=review&documentId=${deed.id}${query}`)).json()
        .requests
    expect(await review('')).toMatchObject([marked])
    expect(await review('&documentStatus=archived')).toMatchObject([marked])
    expect(await review('&documentStatus=active')).toEqual([])
    expect(await finds(guest, deed)).toBe(true)
    expect(await finds(requestor, deed)).toBe(true)
    expect((await app.call(guest, 'GET', `/api/documents/${deed.id}/content`)).statusCode).toBe(200)
    expect(await figures()).toMatchObject({
      documents: (was.documents ?? 0) - 1,
      storageBytes: was.storageBytes,
      activeAccess: was.activeAccess,
    })

    expect((await post(trustee, 'unarchive', { documentIds: [deed.id] })).json()).toEqual({ count: 1 })
    expect(await finds(trustee, deed)).toBe(true)
    expect(await figures()).toEqual(was)
  })

  test('with an end of access revokes each live grant at once; those that ended before are left', async () => {
    await share(deed, guest)
    const grant = await share(deed, requestor)
    const { db } = app.services.database
    await db
      .update(documentAccess)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(documentAccess.id, grant.id))
    const answer = await post(trustee, 'archive', { documentIds: [deed.id], grants: 'end' })
    expect(answer.json()).toEqual({ count: 1, endedGrants: 1 })
    const grants = await db.select().from(documentAccess).where(eq(documentAccess.documentId, deed.id))
    expect(Object.fromEntries(grants.map(({ userEmail, status }) => [userEmail, status]))).toEqual({
      [guest.email]: 'revoked',
      [requestor.email]: 'active',
    })
    expect((await trail(app, deed.id)).slice(-2)).toMatchObject([
      { event: 'document_archived', details: { grants: 'end', ended: 1 } },
      { event: 'revoked', subjectEmail: guest.email },
    ])
    expect((await app.call(guest, 'GET', `/api/documents/${deed.id}`)).statusCode).toBe(404)
    // Bringing it back gives nobody access again.
    await post(trustee, 'unarchive', { documentIds: [deed.id] })
    expect(await finds(guest, deed)).toBe(false)
  })

  test('many at once: all or none; ending access on several wants a proof', async () => {
    const will = await upload(app, trustee, { title: 'Smith will' })
    const ids = { documentIds: [deed.id, will.id] }
    await post(trustee, 'archive', { documentIds: [will.id], grants: 'keep' })
    const refused = await post(trustee, 'archive', { ...ids, grants: 'keep' })
    expect(refusal(refused)).toEqual([409, 'documents-refused'])
    expect(refused.json().error.fields).toEqual({ [will.id]: 'Archived already' })
    expect(await get(trustee, deed)).toMatchObject({ status: 'active' })

    await post(trustee, 'unarchive', { documentIds: [will.id] })
    const { db } = app.services.database
    const proved = (provedAt: Date) =>
      db.update(sessions).set({ provedAt }).where(eq(sessions.userId, trustee.id))
    await proved(new Date(Date.now() - hourMs))
    expect(refusal(await post(trustee, 'archive', { ...ids, grants: 'end' }))).toEqual([403, 'proof-needed'])
    expect((await post(trustee, 'archive', { ...ids, grants: 'keep' })).statusCode).toBe(200)
    await proved(new Date(Date.now() + dayMs))
    const rows = await db.select().from(documents).where(inArray(documents.id, ids.documentIds))
    expect(rows.map(({ status }) => status)).toEqual(['archived', 'archived'])
  })
})

test('a preview says what is touched, who has access, and why some would be refused', async () => {
  const will = await upload(app, trustee, { title: 'Smith will' })
  await share(deed, guest)
  await share(will, guest)
  await share(will, requestor)
  const nobody = randomUUID()
  await post(trustee, 'archive', { documentIds: [will.id], grants: 'keep' })
  const documentIds = [deed.id, will.id, nobody]
  const count = await app.services.database.db.$count(auditEvents)
  expect((await post(trustee, 'preview', { documentIds, action: 'archive' })).json()).toEqual({
    documents: 1,
    people: [{ name: 'Gina Guest', email: guest.email, documents: 1 }],
    peopleTotal: 1,
    grants: 1,
    refused: [
      { id: will.id, title: 'Smith will', reason: 'archived' },
      { id: nobody, title: null, reason: 'not-found' },
    ],
  })
  expect((await post(trustee, 'preview', { documentIds, action: 'delete' })).json()).toMatchObject({
    documents: 2,
    grants: 3,
    peopleTotal: 2,
  })
  // A document that was shared with somebody shows them neither other people nor more than its title.
  expect((await post(requestor, 'preview', { documentIds, action: 'delete' })).json()).toEqual({
    documents: 0,
    people: [],
    peopleTotal: 0,
    grants: 0,
    refused: [
      { id: deed.id, title: null, reason: 'not-found' },
      { id: will.id, title: 'Smith will', reason: 'not-allowed' },
      { id: nobody, title: null, reason: 'not-found' },
    ],
  })
  expect(await app.services.database.db.$count(auditEvents)).toBe(count)
})

test('what a requestor uploads waits for a trustee, who confirms many at once; of others’ documents nothing waits', async () => {
  const scans = [await upload(app, requestor), await upload(app, requestor)]
  const documentIds = scans.map(({ id }) => id)
  expect(await finds(trustee, scans[0] as Document, { status: 'pending' })).toBe(true)
  expect(refusal(await post(requestor, 'confirm', { documentIds }))).toEqual([403, 'not-allowed'])
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  expect(refusal(await post(unconfirmed, 'confirm', { documentIds }))).toEqual([404, 'document-not-found'])
  const withActive = await post(trustee, 'confirm', { documentIds: [...documentIds, deed.id] })
  expect(withActive.json().error.fields).toEqual({ [deed.id]: 'Confirmed already' })
  expect((await post(trustee, 'confirm', { documentIds })).json()).toEqual({ count: 2 })
  expect(await last(scans[1] as Document)).toMatchObject({ event: 'document_confirmed', actorId: trustee.id })
  expect(await finds(requestor, scans[0] as Document)).toBe(true)
})
