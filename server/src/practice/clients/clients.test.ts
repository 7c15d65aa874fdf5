import { randomUUID } from 'node:crypto'
import { dayMs } from '@deedbox/contract/durations.ts'
import { fold } from '@deedbox/contract/fold.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { rowOf } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { getClient } from './one.ts'

type Stored = {
  id: string
  clientName: string
  owner: Person
  organizationId: string | null
  deleted: boolean
}

let app: TestApp
let organizationId = ''
let trustee: Person
let unconfirmed: Person
let requestor: Person
let head: Person
let guest: Person
let people: Person[]

beforeAll(async () => {
  app = await startTestApp()
  const admin = await app.person('admin')
  const address = { address: '', city: '', state: '', postalCode: '' }
  const contact = { abn: '', acn: '', contactName: '', contactEmail: '', contactPhone: '' }
  const made = await app.call(admin, 'POST', '/api/organizations', {
    name: 'Harbour',
    ...address,
    ...contact,
  })
  organizationId = made.json().organization.id
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
  unconfirmed = await app.person('trustee', { confirmedAt: null })
  requestor = await app.person('requestor')
  head = await app.person('b2b_admin', { organizationId })
  guest = await app.person('guest')
  people = [admin, trustee, unconfirmed, requestor, head, guest]
})
afterAll(() => app.stop())

async function store(clientName: string, owner: Person, more: Partial<typeof documents.$inferInsert> = {}) {
  const { db } = app.services.database
  const id = randomUUID()
  await db.insert(documents).values(rowOf(owner, { id, title: `Deed ${id}`, clientName, ...more }))
  await db.insert(auditEvents).values({ at: new Date(), event: 'document_uploaded', documentId: id })
  return id
}

const share = (documentId: string, to: Person, days: number) =>
  app.services.database.db.insert(documentAccess).values({
    ...{ documentId, userId: to.id, userEmail: to.email, userName: 'Reader', grantedBy: trustee.id },
    ...{ grantedByName: 'Tess', grantedAt: new Date(), expiresAt: new Date(Date.now() + days * dayMs) },
  })

const get = (person: Person, path: string, query: Record<string, string>) =>
  app.call(person, 'GET', `/api/${path}?${new URLSearchParams(query)}`)

/** Tells whether a person sees a client's page through a document: one who handles, oversees or owns it. */
function shows(person: Person, { owner, organizationId, deleted }: Stored): boolean {
  if (deleted || person === guest) return false
  if (person === head) return organizationId !== null || owner === head
  return person === people[0] || person === trustee || owner === person
}

test('a client is what one may see of their documents, whoever asks and however the name is written', async () => {
  let run = 0
  const file = fc.record({
    spelling: fc.constantFrom('Zoë Müller', 'zoe muller', 'ZOË MULLER', 'Zoe Müllers'),
    owner: fc.nat(4),
    ours: fc.boolean(),
    deleted: fc.boolean(),
    to: fc.option(fc.nat(5), { nil: null }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 5 }), async (files) => {
      const of = `${run++}`
      const all: Stored[] = []
      for (const { spelling, owner: n, ours, deleted, to } of files) {
        const owner = people[n] as Person
        const clientName = `${spelling} ${of}`
        const about = { organizationId: ours ? organizationId : null, deletedAt: deleted ? new Date() : null }
        const id = await store(clientName, owner, about)
        if (to !== null && !deleted) await share(id, people[to] as Person, 5)
        all.push({ id, clientName, owner, organizationId: about.organizationId, deleted })
      }
      const name = `zoe müller ${of}`
      const theirs = all.filter(({ clientName }) => fold(clientName) === fold(name))
      for (const person of people) {
        const ids = theirs.filter((one) => shows(person, one)).map(({ id }) => id)
        const one = await get(person, 'clients/one', { name })
        expect(one.statusCode).toBe(ids.length > 0 ? 200 : 404)
        if (ids.length > 0) expect(one.json().client.total).toBe(ids.length)

        // The list of documents has those besides that were shared with them.
        const visible = await get(person, 'documents', { client: name, sort: 'title' })
        const everything = (await get(person, 'documents', { limit: '100' })).json().documents
        const seen = everything.filter((row: Stored) => row.clientName && fold(row.clientName) === fold(name))
        const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).sort()
        expect(idsOf(visible.json().documents)).toEqual(idsOf(seen))
        expect(visible.json().total).toBe(seen.length)

        const suggested = (await get(person, 'clients', { text: `zoe muller ${of}` })).json().names
        expect(suggested.some((one: string) => fold(one) === fold(name))).toBe(seen.length > 0)

        const history = await get(person, 'clients/history', { name })
        const known = ids.filter(
          (id) => person !== head || all.some((one) => one.id === id && one.owner === head),
        )
        expect(history.statusCode).toBe(known.length > 0 ? 200 : 404)
        if (known.length > 0)
          expect(
            history
              .json()
              .entries.map((entry: { documentId: string }) => entry.documentId)
              .sort(),
          ).toEqual(known.sort())
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

test('the page answers a telephone call: who has access until when, which requests wait, what happened', async () => {
  const name = 'The Quill Family'
  const deed = await store('The Quill Family', trustee, { createdAt: new Date(Date.now() - 1_000) })
  const will = await store('the quill family', trustee)
  await share(deed, requestor, 9)
  await share(will, requestor, 3)
  await share(will, guest, 20)
  const asked = { documentName: 'Some deed', clientEmail: 'q@example.com', clientName: 'THE QUILL FAMILY' }
  expect((await app.call(requestor, 'POST', '/api/requests', asked)).statusCode).toBe(201)
  await app.call(requestor, 'POST', '/api/requests', {
    ...asked,
    documentName: 'Another',
    clientName: 'Else',
  })

  const { client } = (await get(trustee, 'clients/one', { name })).json()
  expect(client).toMatchObject({ name: 'the quill family', alsoWritten: ['The Quill Family'], total: 2 })
  expect(client).toMatchObject({ requests: { view: 'review', pending: 1 } })
  expect(client.access.people).toBe(2)
  expect(new Date(client.access.nextEnd).getTime()).toBeLessThan(Date.now() + 3 * dayMs)
  expect(client.can).toEqual({ share: true, upload: true, seeAccess: true, seeHistory: true })

  // The people and ends of only the newest are looked up when there are very many documents: here of one.
  const { client: large } = await app.reading(trustee, (ctx) => getClient(ctx, name, { withAccess: 1 }))
  expect(large).toMatchObject({ total: 2, access: { people: 1, peopleIsMore: true, nextEnd: null } })

  const access = (await get(trustee, 'access', { scope: 'handled', view: 'active', client: name })).json()
  expect(access.total).toBe(3)
  expect(new Set(access.grants.map((grant: { documentId: string }) => grant.documentId))).toEqual(
    new Set([deed, will]),
  )
  const requests = (await get(trustee, 'requests', { view: 'review', client: name })).json()
  expect(requests.requests.map((one: { documentName: string }) => one.documentName)).toEqual(['Some deed'])
  expect(requests.total).toBe(1)

  // A person who only was given access learns nothing about the client.
  expect((await get(requestor, 'clients/one', { name })).json().error.code).toBe('client-not-found')
  expect((await get(guest, 'clients/history', { name })).json().error.code).toBe('client-not-found')
  expect((await get(guest, 'access', { scope: 'handled', client: name })).statusCode).toBe(403)

  const first = (await get(trustee, 'clients/history', { name, limit: '1' })).json()
  const rest = (await get(trustee, 'clients/history', { name, limit: '1', cursor: first.nextCursor })).json()
  expect([first.entries[0].documentId, rest.entries[0].documentId]).toEqual([will, deed])
  expect(rest.nextCursor).toBeNull()
})

test('the list of clients has each once with its documents, in pages, searched by the beginnings of words', async () => {
  for (const [n, clientName] of ['Xan One', 'xan one', 'Xan Two', 'Old Xan'].entries())
    await store(clientName, unconfirmed, { createdAt: new Date(Date.now() - 60_000 + n * 1_000) })
  for (const person of [trustee, unconfirmed]) {
    const list = async (query: object) =>
      (await get(person, 'clients/list', { search: 'xan', ...query })).json()
    const first = await list({ limit: '2' })
    const rest = await list({ limit: '2', cursor: first.nextCursor })
    expect([...first.clients, ...rest.clients].map(({ name, total }) => [name, total])).toEqual([
      ['Old Xan', 1],
      ['xan one', 2],
      ['Xan Two', 1],
    ])
    expect(rest.nextCursor).toBeNull()
    const foreign = await get(person, 'clients/list', { search: 'old', cursor: first.nextCursor })
    expect(foreign.statusCode).toBe(400)
    for (const [order, expected] of [
      [{ sort: 'name', direction: 'desc' }, ['Xan Two', 'xan one', 'Old Xan']],
      [{ sort: 'total' }, ['xan one', 'Xan Two', 'Old Xan']],
      [{ sort: 'total', direction: 'asc' }, ['Old Xan', 'Xan Two', 'xan one']],
      [{ sort: 'lastUploadedAt' }, ['Old Xan', 'Xan Two', 'xan one']],
      [{ sort: 'lastUploadedAt', direction: 'asc' }, ['xan one', 'Xan Two', 'Old Xan']],
    ] as const) {
      const names: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: { clients: { name: string }[]; nextCursor: string | null } = await list({
          ...order,
          limit: '1',
          ...(cursor && { cursor }),
        })
        names.push(...page.clients.map(({ name }) => name))
        cursor = page.nextCursor
      }
      expect(names).toEqual(expected)
    }
  }
  expect((await get(requestor, 'clients/list', {})).statusCode).toBe(403)
})

test('says which contents are stored already, only of documents that the person may see', async () => {
  const hashes = [randomUUID(), randomUUID(), randomUUID()].map((id) => id.replaceAll('-', '').repeat(2))
  const [first, second, gone] = hashes as [string, string, string]
  await store('Dup', trustee, { sha256: first, createdAt: new Date(Date.now() - 5_000) })
  const newest = await store('Dup', trustee, { sha256: first })
  const own = await store('Dup', requestor, { sha256: second })
  await store('Dup', trustee, { sha256: gone, deletedAt: new Date() })
  const found = async (person: Person) => {
    const answer = await app.call(person, 'POST', '/api/documents/duplicates', { hashes: [...hashes, first] })
    return answer.json().duplicates.map((one: { id: string; sha256: string }) => [one.sha256, one.id])
  }
  expect(new Map(await found(trustee))).toEqual(
    new Map([
      [first, newest],
      [second, own],
    ]),
  )
  expect(await found(requestor)).toEqual([[second, own]])
  expect(await found(unconfirmed)).toEqual([])
  const many = await app.call(trustee, 'POST', '/api/documents/duplicates', {
    hashes: Array(101).fill(first),
  })
  expect(many.statusCode).toBe(400)
})
