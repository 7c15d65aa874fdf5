import { randomUUID } from 'node:crypto'
import { dayMs } from '@deedbox/contract/durations.ts'
import type { search as endpoint } from '@deedbox/contract/search.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { documentWords } from '../../db/tables/words.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { rowOf } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let admin: Person
let trustee: Person
let unconfirmed: Person
let head: Person
let requestor: Person
let guest: Person
let stranger: Person
const organizationId = randomUUID()
type Found = Answer<typeof endpoint>

/** Stores a document with these words in its text; returns its id. */
async function store(
  owner: Person,
  title: string,
  text: string,
  more: Partial<typeof documents.$inferInsert> = {},
) {
  const { database, words } = app.services
  const set = { title, ownerName: 'Olive Owner', fileName: 'scan.pdf', wrappedKey: Buffer.alloc(1), ...more }
  const row = rowOf(owner, set)
  await database.db.insert(documents).values(row)
  await database.db.insert(documentWords).values({
    documentId: row.id,
    outcome: 'read',
    reader: '1.',
    readAt: new Date(),
    hashes: words.hashesOf(text.split(' ')).slice(1, -1).split(',').map(BigInt),
  })
  return row.id
}

async function share(documentId: string, to: Person, ends = Date.now() + dayMs) {
  const by = { grantedBy: trustee.id, grantedByName: 'Tess', grantedAt: new Date(0) }
  const person = { userId: to.id, userEmail: to.email, userName: 'Gwen Guest' }
  await app.services.database.db
    .insert(documentAccess)
    .values({ documentId, ...person, ...by, expiresAt: new Date(ends) })
}

const search = async (as: Person, text: string) =>
  (await app.call(as, 'GET', `/api/search?text=${encodeURIComponent(text)}`)).json<Found>()
const ids = (found: { id: string }[]) => found.map(({ id }) => id)
const names = ({ clients }: Found) => clients.map(({ name }) => name)

let shared: string
let ended: string
beforeAll(async () => {
  app = await startTestApp()
  await app.services.database.query(
    "insert into organizations (id, name, created_at) values ($1, 'Harbour', now())",
    [organizationId],
  )
  admin = await app.person('admin', { name: 'Ada Admin' })
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
  unconfirmed = await app.person('trustee', { name: 'Una', confirmedAt: null })
  head = await app.person('b2b_admin', { name: 'Hal Head', organizationId })
  requestor = await app.person('requestor', { name: 'Rex Requestor', organizationId })
  guest = await app.person('guest', { name: 'Gwen Guest', email: 'gwen@example.com' })
  stranger = await app.person('guest', { name: 'Gwenda Stranger' })
  shared = await store(trustee, 'Will of Mary', 'theodolite sextant', { clientName: 'Mary Smith' })
  ended = await store(trustee, 'Deed of 1999', 'theodolite heirloom', { clientName: 'Jones & Co' })
  await store(unconfirmed, 'Own deed', 'theodolite', { clientName: 'Smith own' })
  await store(head, 'Harbour deed', 'theodolite', { organizationId, clientName: 'Harbour Smith' })
  await store(trustee, 'Deleted', 'theodolite', { deletedAt: new Date(), clientName: 'Smith deleted' })
  await share(shared, guest)
  await share(ended, guest, Date.now() - 1_000)
})
afterAll(() => app.stop())

test('documents are found by what their row says, and others by every word of their text', async () => {
  expect(await search(trustee, 'mary')).toMatchObject({
    documents: [
      {
        id: shared,
        title: 'Will of Mary',
        clientName: 'Mary Smith',
        can: { share: true, correct: true, archive: true },
      },
    ],
    texts: [],
    clients: [{ name: 'Mary Smith', can: { open: true } }],
  })
  expect(ids((await search(trustee, 'theodolite sextant')).texts)).toEqual([shared])
  expect(await search(trustee, 'theodolite')).toMatchObject({ documents: [], texts: { length: 4 } })
  expect(await search(trustee, 'theodol')).toMatchObject({ documents: [], texts: [] })
  expect(await search(trustee, '% _ \\')).toEqual({
    documents: [],
    texts: [],
    clients: [],
    people: [],
    matters: [],
    requests: [],
  })
  // A document that is found by its title is not told twice.
  expect(ids((await search(trustee, 'deed heirloom')).documents)).toEqual([])
})

test('nobody finds what they may not open, by any word', async () => {
  expect(ids((await search(guest, 'theodolite')).texts)).toEqual([shared])
  expect(await search(guest, 'jones')).toMatchObject({ documents: [], clients: [] })
  expect(await search(guest, 'heirloom')).toMatchObject({ texts: [] })
  expect(ids((await search(unconfirmed, 'theodolite')).texts)).toHaveLength(1)
  expect(names(await search(unconfirmed, 'smith'))).toEqual(['Smith own'])
  expect((await search(head, 'theodolite')).texts).toMatchObject([
    { title: 'Harbour deed', can: { share: false, correct: false, archive: false } },
  ])
  expect((await search(head, 'smith')).clients).toEqual([{ name: 'Harbour Smith', can: { open: true } }])
  // People to whom a document is shared have no page for its client.
  expect((await search(guest, 'smith')).clients).toEqual([{ name: 'Mary Smith', can: { open: false } }])
  for (const text of ['theodolite', 'smith', 'deed', 'gwen', 'example', 'trustee'])
    expect(await search(stranger, text)).toEqual({
      documents: [],
      texts: [],
      clients: [],
      people: [],
      matters: [],
      requests: [],
    })
  const [status] = [(await app.call(null, 'GET', '/api/search?text=deed')).statusCode]
  expect(status).toBe(401)
})

test('whoever uploaded a document corrects it until it is confirmed, and an archived one is not archived again', async () => {
  await store(requestor, 'Wattle lease', 'wattle', { status: 'pending' })
  await store(requestor, 'Wattle licence', 'wattle', { status: 'archived', createdAt: new Date(0) })
  const none = { share: false, correct: false, archive: false }
  expect((await search(requestor, 'wattle')).documents).toMatchObject([
    { can: { ...none, correct: true } },
    { can: none },
  ])
  expect((await search(trustee, 'wattle')).documents).toMatchObject([
    { can: { share: true, correct: true, archive: true } },
    { can: { share: true, correct: true, archive: false } },
  ])
})

test('people are those whose accounts one manages, and those to whom one’s documents were shared', async () => {
  expect((await search(admin, 'gwen')).people).toEqual([
    { name: 'Gwen Guest', email: guest.email, userId: guest.id },
    { name: 'Gwenda Stranger', email: stranger.email, userId: stranger.id },
  ])
  expect((await search(trustee, 'gwen')).people).toEqual([
    { name: 'Gwen Guest', email: guest.email, userId: null },
  ])
  expect((await search(unconfirmed, 'gwen')).people).toEqual([])
  expect((await search(head, 'rex')).people).toEqual([
    { name: 'Rex Requestor', email: requestor.email, userId: requestor.id },
  ])
  expect((await search(head, 'gwen')).people).toEqual([])
  expect((await search(guest, 'tess')).people).toEqual([])
})

test('requests are found by those who decide, oversee or made them, by what they see', async () => {
  const asked = await app.call(requestor, 'POST', '/api/requests', {
    documentName: 'Will of Mary',
    clientEmail: 'mary@example.com',
  })
  expect(asked.statusCode).toBe(201)
  const sent = { ownerEmail: 'quentin@example.com', ownerName: 'Quentin', message: 'The farm, please' }
  expect((await app.call(requestor, 'POST', '/api/owner-requests', sent)).statusCode).toBe(201)
  for (const as of [trustee, admin, head, requestor])
    expect((await search(as, 'mary rex')).requests).toMatchObject([
      { kind: 'access', requesterName: 'Rex Requestor', status: 'pending', own: as === requestor },
    ])
  for (const as of [guest, unconfirmed]) expect((await search(as, 'rex')).requests).toEqual([])
  expect((await search(trustee, 'quentin')).requests).toMatchObject([
    { kind: 'owner', name: 'Quentin', own: false },
  ])
  expect((await search(requestor, 'farm')).requests).toMatchObject([{ kind: 'owner', own: true }])
  expect((await search(guest, 'quentin')).requests).toEqual([])
  expect((await search(unconfirmed, 'quentin')).requests).toEqual([])
})

test('whatever somebody searches for, each document found is one that they may open', async () => {
  const words = [
    'theodolite',
    'sextant',
    'heirloom',
    'deed',
    'will',
    'mary',
    'smith',
    'own',
    'harbour',
    '1999',
    'scan',
    'e',
  ]
  const everybody = [admin, trustee, unconfirmed, head, requestor, guest, stranger]
  const allowed = new Map<Person, { ids: Set<string>; clients: Set<string | null> }>()
  for (const person of everybody) {
    const { documents } = (
      await app.call(person, 'GET', '/api/documents?limit=100&status=with-archived')
    ).json()
    allowed.set(person, {
      ids: new Set(documents.map(({ id }: { id: string }) => id)),
      clients: new Set(documents.map(({ clientName }: { clientName: string | null }) => clientName)),
    })
  }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...everybody),
      fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
      async (person, asked) => {
        const found = await search(person, asked.join(' '))
        const theirs = allowed.get(person)
        for (const { id } of [...found.documents, ...found.texts]) expect(theirs?.ids).toContain(id)
        for (const name of names(found)) expect(theirs?.clients).toContain(name)
      },
    ),
    { numRuns: 60 },
  )
})

test('the newest come first, at most five, also where many are visible', async () => {
  for (let n = 0; n < 7; n++) await store(trustee, `Kestrel ${n}`, 'plover', { createdAt: new Date(n) })
  expect((await search(trustee, 'kestrel')).documents.map(({ title }) => title)).toEqual(
    [6, 5, 4, 3, 2].map((n) => `Kestrel ${n}`),
  )
  expect((await search(trustee, 'plover')).texts.map(({ title }) => title)).toEqual(
    [6, 5, 4, 3, 2].map((n) => `Kestrel ${n}`),
  )
  // The index finds a document far behind the newest; of very many, it finds the newest.
  const { query } = app.services.database
  await query(
    `insert into documents (title, client_name, organization_id, created_at, file_name, file_path, file_size, file_type, sha256, owner_id,
       owner_name, owner_email, master_key_id)
     select case when n > 2050 then 'Newest' else 'Filler ' || n end, 'Fill & Co', $3, now() + n * interval '1 second', 'f.pdf', 'filler' || n, 1,
       'application/pdf', '', $1, 'O', $2, '' from generate_series(1, 3100) n`,
    [trustee.id, trustee.email, organizationId],
  )
  expect((await search(trustee, 'kestrel')).documents).toHaveLength(5)
  expect(ids((await search(trustee, 'theodolite sextant')).texts)).toEqual([shared])
  for (const as of [trustee, head])
    expect((await search(as, 'filler')).documents.map(({ title }) => title)).toEqual(
      [2050, 2049, 2048, 2047, 2046].map((n) => `Filler ${n}`),
    )
  await share(shared, head)
  expect((await search(head, 'theodolite')).texts.map(({ title }) => title)).toEqual([
    'Harbour deed',
    'Will of Mary',
  ])
  expect(names(await search(head, 'fill'))).toEqual(['Fill & Co'])
  expect(names(await search(head, 'co'))).toEqual(['Fill & Co'])
  expect(names(await search(head, 'smith'))).toEqual(['Harbour Smith', 'Mary Smith'])
  expect((await search(head, 'mary')).clients).toEqual([{ name: 'Mary Smith', can: { open: false } }])
  expect((await search(head, 'jones')).clients).toEqual([])
})

test('matters are found by name and number, by whoever sees them', async () => {
  const of = { name: 'Zephyr Family Trust', kind: 'family_trust', reference: 'Z/7', organizationId }
  expect((await app.call(trustee, 'POST', '/api/matters', of)).statusCode).toBe(201)
  const hit = [{ id: expect.any(String), name: of.name, kind: of.kind, reference: of.reference }]
  for (const as of [trustee, admin, head]) expect((await search(as, 'zephyr')).matters).toEqual(hit)
  expect((await search(trustee, 'Z/7')).matters).toEqual(hit)
  for (const as of [unconfirmed, requestor, guest]) expect((await search(as, 'zephyr')).matters).toEqual([])
})
