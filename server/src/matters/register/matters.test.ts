import { dayMs } from '@deedbox/contract/durations.ts'
import type { Matter } from '@deedbox/contract/matters.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { begin, begun, patch } from '../../documents/uploads/client.testing.ts'
import { refusal, send, trail, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
let admin: Person
let firm: string
let head: Person
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
  admin = await app.person('admin')
  firm = crypto.randomUUID()
  const row = { id: firm, name: 'Harbour Legal', createdAt: new Date() }
  await app.services.database.db.insert(organizations).values(row)
  head = await app.person('b2b_admin', { organizationId: firm })
})
afterAll(() => app.stop())

const call = (as: Person, method: string, url: string, body?: object) =>
  app.call(as, method, `/api/matters${url}`, body)
const trust = { name: 'Quill Family Trust', kind: 'family_trust' }
const made = async (more: object = {}, as = trustee): Promise<Matter> => {
  const answer = await call(as, 'POST', '', { ...trust, ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().matter
}
const read = async (id: string, as = trustee) => call(as, 'GET', `/${id}`)
const list = async (query: Record<string, string> = {}, as = trustee) =>
  (await call(as, 'GET', `?${new URLSearchParams(query)}`)).json<{ matters: Matter[]; total: number }>()
const save = (seen: Matter, changes: object, as = trustee) => {
  const { name, kind, reference, abn, acn, governingLaw, status, notes, updatedAt } = seen
  const ids = { responsibleId: seen.responsible?.id ?? null, organizationId: seen.organization?.id ?? null }
  const fields = { name, kind, reference, abn, acn, governingLaw, status, notes, ...ids }
  return call(as, 'PUT', `/${seen.id}`, { ...fields, updatedAt, ...changes })
}

test('a matter is created with real numbers, changed, and its history says what', async () => {
  for (const wrong of [{ abn: '53 004 085 617' }, { acn: '004 085 617' }]) {
    const doubt = expect.stringContaining('do not add up')
    const [name] = Object.keys(wrong)
    const refused = await call(trustee, 'POST', '', { ...trust, ...wrong })
    expect([refused.statusCode, refused.json().error.fields]).toEqual([400, { [`${name}`]: doubt }])
  }
  const matter = await made({
    abn: '53 004 085 616',
    governingLaw: 'NSW',
    responsibleId: trustee.id,
    organizationId: firm,
  })
  expect(matter).toMatchObject({
    abn: '53004085616',
    governingLaw: 'NSW',
    status: 'open',
    responsible: { id: trustee.id, name: 'Tess Trustee' },
    organization: { id: firm, name: 'Harbour Legal' },
    documents: { total: 0, totalIsMore: false },
    can: { edit: true },
  })
  const saved = await save(matter, { status: 'vested', reference: '2026/14' })
  expect(saved.json().matter).toMatchObject({ status: 'vested', reference: '2026/14' })
  expect(refusal(await save(matter, { name: 'Another' }))).toEqual([409, 'matter-changed'])
  const { entries } = (await call(trustee, 'GET', `/${matter.id}/history`)).json()
  expect(entries.map(({ label }: { label: string }) => label)).toEqual(['Matter changed', 'Matter created'])
  expect(entries[0].told).toContain('Status from Open to Vested')
  expect(entries[0].told).toContain('Reference from nothing to 2026/14')
})

test('the longest name and reference in any script are stored and found', async () => {
  // Characters that differ, as a row of an index that repeats itself is made shorter: syllables that fold into three letters, ideographs, and squared words.
  const from = (first: number, count: number, step: number, of: number) =>
    String.fromCodePoint(...Array.from({ length: count }, (_, n) => first + ((n * step) % of)))
  const longest = [
    { name: from(0xac01, 200, 1_597, 11_000), reference: from(0xac01, 100, 2_584, 11_000) },
    { name: from(0x4e00, 200, 1_597, 20_000), reference: from(0x3300, 100, 1, 88) },
  ]
  for (const one of longest) {
    const { id } = await made(one)
    expect((await read(id)).json().matter).toMatchObject(one)
    for (const search of [one.name.slice(-20), one.reference.slice(-20)])
      expect((await list({ search })).matters.map((found) => found.id)).toEqual([id])
  }
})

test('who is responsible keeps matters, and organisations are real', async () => {
  const guest = await app.person('guest')
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  for (const { id } of [guest, unconfirmed, { id: crypto.randomUUID() }])
    expect(refusal(await call(trustee, 'POST', '', { ...trust, responsibleId: id }))).toEqual([
      400,
      'matter-person',
    ])
  const unknown = { ...trust, organizationId: crypto.randomUUID() }
  expect(refusal(await call(trustee, 'POST', '', unknown))).toEqual([404, 'organization-not-found'])
})

test('matters are seen by whoever keeps them and by the administrator of their organisation, and nobody else', async () => {
  const [theirs, other] = [await made({ organizationId: firm }), await made()]
  for (const as of [trustee, admin]) expect((await read(other.id, as)).statusCode).toBe(200)
  expect((await read(theirs.id, head)).json().matter).toMatchObject({ can: { edit: false } })
  expect(refusal(await read(other.id, head))).toEqual([404, 'matter-not-found'])
  expect((await list({}, head)).matters.map(({ id }) => id)).not.toContain(other.id)
  expect((await save(theirs, { name: 'Taken' }, head)).statusCode).toBe(403)
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  expect(refusal(await read(theirs.id, unconfirmed))).toEqual([404, 'matter-not-found'])
  expect((await list({}, unconfirmed)).matters).toEqual([])
  expect(refusal(await call(unconfirmed, 'POST', '', trust))).toEqual([403, 'not-allowed'])
  for (const role of ['requestor', 'guest'] as const)
    expect((await read(theirs.id, await app.person(role))).statusCode).toBe(403)
})

test('a matter of an organisation that has left is seen by nobody', async () => {
  const id = crypto.randomUUID()
  const { db } = app.services.database
  await db.insert(organizations).values({ id, name: 'Gone Legal', createdAt: new Date() })
  const matter = await made({ organizationId: id })
  await db
    .update(organizations)
    .set({ leavingFrom: new Date(Date.now() - 91 * dayMs) })
    .where(eq(organizations.id, id))
  const theirs = await app.person('b2b_admin', { organizationId: id })
  for (const as of [trustee, admin, theirs])
    expect(refusal(await read(matter.id, as))).toEqual([404, 'matter-not-found'])
})

test('documents are put into one matter and taken out again, and their histories say so', async () => {
  const [one, other] = [await made({ name: 'First' }), await made({ name: 'Second' })]
  const { id } = await upload(app, trustee)
  const put = (matter: Matter, as = trustee) =>
    call(as, 'POST', `/${matter.id}/documents`, { documentIds: [id] })
  expect((await put(one)).json()).toEqual({ added: 1 })
  expect(refusal(await put(one))).toEqual([409, 'matter-has-documents'])
  expect((await put(other)).json()).toEqual({ added: 1 })
  const of = async ({ id: matter }: Matter) =>
    (await app.call(trustee, 'GET', `/api/documents?matter=${matter}`)).json().documents.length
  expect([await of(one), await of(other)]).toEqual([0, 1])
  expect((await read(other.id)).json().matter.documents).toEqual({ total: 1, totalIsMore: false })
  const page = async () => (await app.call(trustee, 'GET', `/api/documents/${id}`)).json().document
  expect((await page()).matter).toEqual({ id: other.id, name: 'Second', open: true })
  const added = (await trail(app, id)).filter(({ event }) => event === 'matter_document_added')
  expect(added.map(({ details }) => details?.from)).toEqual([null, 'First'])
  const out = (matter: Matter) =>
    call(trustee, 'POST', `/${matter.id}/documents/remove`, { documentIds: [id] })
  expect(refusal(await out(one))).toEqual([409, 'matter-lacks-documents'])
  expect((await out(other)).json()).toEqual({ removed: 1 })
  expect((await page()).matter).toBeNull()
  const { entries } = (await call(trustee, 'GET', `/${other.id}/history`)).json()
  expect(entries[0]).toMatchObject({ label: 'Taken out of a matter', document: { id } })
})

test('documents that the person cannot see or correct are put nowhere, and nothing is done by half', async () => {
  const matter = await made()
  const { id } = await upload(app, trustee)
  const both = { documentIds: [id, crypto.randomUUID()] }
  expect(refusal(await call(trustee, 'POST', `/${matter.id}/documents`, both))).toEqual([
    404,
    'document-not-found',
  ])
  const [row] = await app.services.database.db.select().from(documents).where(eq(documents.id, id))
  expect(row?.matterId).toBeNull()
})

test('a document that was shared tells nothing of its matter', async () => {
  const matter = await made({ name: 'A secret matter' })
  const { id } = await upload(app, trustee)
  await call(trustee, 'POST', `/${matter.id}/documents`, { documentIds: [id] })
  const guest = await app.person('guest')
  await app.call(trustee, 'POST', `/api/documents/${id}/access`, { email: guest.email })
  for (const url of [`/api/documents/${id}`, `/api/documents?matter=${matter.id}`]) {
    const answer = await app.call(guest, 'GET', url)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toContain('A secret matter')
  }
})

test('the list is found by words, numbers and filters, and exported as CSV', async () => {
  const matter = await made({ name: 'Émile Gray Estate', kind: 'estate', acn: '010 499 966' })
  const ids = async (query: Record<string, string>) => (await list(query)).matters.map(({ id }) => id)
  expect(await ids({ search: 'emile estate' })).toEqual([matter.id])
  expect(await ids({ search: '010499966' })).toEqual([matter.id])
  expect(await ids({ matterKind: 'estate' })).toEqual([matter.id])
  expect(await ids({ matterKind: 'estate', matterStatus: 'closed' })).toEqual([])
  const csv = await call(trustee, 'GET', '/export?matterKind=estate')
  expect(csv.body).toContain('Émile Gray Estate,Estate,')
  expect(csv.body).not.toContain('Quill Family Trust')
})

test('who may be responsible and which organisations there are is offered by name, to whoever keeps matters', async () => {
  const offered = async (query: string, as = trustee) => call(as, 'GET', `/offered?${query}`)
  const found = async (query: string) =>
    (await offered(query)).json().found.map(({ name }: { name: string }) => name)
  await app.person('trustee', { name: 'Tess Unconfirmed', confirmedAt: null })
  await app.person('requestor', { name: 'Tess Requestor' })
  expect(await found('of=responsible&text=tess')).toEqual(['Tess Trustee'])
  expect(await found('of=organization&text=harb')).toEqual(['Harbour Legal'])
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  expect(refusal(await offered('of=responsible', unconfirmed))).toEqual([403, 'not-allowed'])
})

test('access and requests of a matter are those of its documents', async () => {
  const matter = await made({ name: 'With access' })
  const [{ id }, { id: other }] = [await upload(app, trustee), await upload(app, trustee)]
  await call(trustee, 'POST', `/${matter.id}/documents`, { documentIds: [id] })
  const guest = await app.person('guest')
  const lawyer = await app.person('requestor')
  for (const document of [id, other]) {
    await app.call(trustee, 'POST', `/api/documents/${document}/access`, { email: guest.email })
    await app.call(trustee, 'POST', `/api/documents/${document}/access`, { email: lawyer.email })
  }
  const asked = await app.call(lawyer, 'GET', '/api/access?scope=own')
  for (const { id: grantId } of asked.json().grants)
    await app.call(lawyer, 'POST', `/api/access/${grantId}/extension`, {})
  const of = async (url: string) => (await app.call(trustee, 'GET', `${url}&matter=${matter.id}`)).json()
  const { grants } = await of('/api/access?scope=handled')
  expect(grants.map(({ documentId }: { documentId: string }) => documentId)).toEqual([id, id])
  const { requests } = await of('/api/requests?view=review')
  expect(requests.map(({ documentId }: { documentId: string }) => documentId)).toEqual([id])
})

test('a document is uploaded into a matter by whoever keeps it, at once or in parts, and the history says so', async () => {
  const matter = await made({ name: 'Uploaded into' })
  const { id } = await upload(app, trustee, { matterId: matter.id })
  const content = Buffer.from('In parts')
  const url = await begun(app, trustee, content.length, { matterId: matter.id })
  expect((await patch(app, trustee, url, 0, content)).statusCode).toBe(204)
  const { entries } = (await call(trustee, 'GET', `/${matter.id}/history`)).json()
  expect(entries.slice(0, 2)).toMatchObject([
    { label: 'Put into a matter', document: { title: 'The will' } },
    { label: 'Put into a matter', document: { id }, actorName: 'Tess Trustee' },
  ])
  expect((await read(matter.id)).json().matter.documents.total).toBe(2)
  const lawyer = await app.person('requestor')
  for (const as of [lawyer, await app.person('trustee', { confirmedAt: null })]) {
    const refused = [404, 'matter-not-found']
    expect(refusal(await begin(app, as, 8, { matterId: matter.id }))).toEqual(refused)
    expect(refusal(await send(app, as, content, { matterId: matter.id }))).toEqual(refused)
  }
})

test('a client becomes a matter with the documents that are in none, and nothing else', async () => {
  const clientName = 'Marsh Family Trust'
  const [{ id }, { id: taken }] = [
    await upload(app, trustee, { clientName }),
    await upload(app, trustee, { clientName: 'MARSH family trust' }),
  ]
  await upload(app, trustee, { clientName: 'Marsh' })
  const before = await made({ name: 'Before' })
  await call(trustee, 'POST', `/${before.id}/documents`, { documentIds: [taken] })
  const matter = await made({ name: clientName, ofClient: clientName })
  expect(matter.documents.total).toBe(1)
  const listed = await app.call(trustee, 'GET', `/api/documents?matter=${matter.id}`)
  expect(listed.json().documents).toMatchObject([{ id }])
  expect((await read(before.id)).json().matter.documents.total).toBe(1)
  expect((await made({ name: 'Nobody', ofClient: 'Nobody' })).documents.total).toBe(0)
})
