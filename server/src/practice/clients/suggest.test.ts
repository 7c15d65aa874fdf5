import { dayMs } from '@deedbox/contract/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { rowOf } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
let unconfirmed: Person
let head: Person
let guest: Person
let organizationId: string
let inserted = 0

/** Stores a document; returns its id. */
async function store(
  owner: Person,
  clientName: string | null,
  more: { deletedAt?: Date; organizationId?: string } = {},
) {
  const createdAt = new Date(Date.now() - 1_000_000 + inserted++)
  const row = rowOf(owner, { clientName, createdAt, ...more })
  await app.services.database.db.insert(documents).values(row)
  return row.id
}

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
  trustee = await app.person('trustee')
  unconfirmed = await app.person('trustee', { confirmedAt: null })
  head = await app.person('b2b_admin', { organizationId })
  guest = await app.person('guest')
  await store(trustee, 'smith family')
  await store(trustee, 'Smith Family')
  await store(trustee, 'Old Smith-Jones')
  const shared = await store(trustee, 'José Smithers')
  await store(trustee, 'Nobody', { deletedAt: new Date() })
  await store(trustee, null)
  await store(trustee, '100% Smit_h')
  await store(unconfirmed, 'Smith & Own')
  await store(trustee, 'Harbour Smith', { organizationId })
  await app.services.database.db.insert(documentAccess).values({
    ...{
      documentId: shared,
      userEmail: guest.email,
      userName: 'G',
      grantedBy: trustee.id,
      grantedByName: 'T',
    },
    ...{ grantedAt: new Date(), expiresAt: new Date(Date.now() + dayMs) },
  })
})
afterAll(() => app.stop())

const suggested = async (person: Person, text: string): Promise<string[]> =>
  (await app.call(person, 'GET', `/api/clients?text=${encodeURIComponent(text)}`)).json().names

test('suggests each client once, by the newest spelling: names that begin with the text, then those with such words', async () => {
  expect(await suggested(trustee, 'SMITH')).toEqual([
    'Smith & Own',
    'Smith Family',
    'Harbour Smith',
    'José Smithers',
    'Old Smith-Jones',
  ])
  expect(await suggested(trustee, 'jones smith')).toEqual(['Old Smith-Jones'])
  expect(await suggested(trustee, 'jose')).toEqual(['José Smithers'])
  expect(await suggested(trustee, '%')).toEqual([])
  expect(await suggested(trustee, 'smit_')).toEqual(['100% Smit_h'])
  expect(await suggested(trustee, 'mith')).toEqual([])
  expect(await suggested(trustee, '')).toHaveLength(6)
})

test('suggests nobody a client of whom they see no document', async () => {
  expect(await suggested(trustee, 'nobody')).toEqual([])
  expect(await suggested(unconfirmed, 'smith')).toEqual(['Smith & Own'])
  expect(await suggested(guest, 'smith')).toEqual(['José Smithers'])
  expect(await suggested(head, 'smith')).toEqual(['Harbour Smith'])
  expect(await suggested(await app.person('requestor'), '')).toEqual([])
})

test('knows a client who was corrected, and at most ten', async () => {
  const id = await store(trustee, 'Smyth')
  await app.services.database.query('update documents set client_name = $1 where id = $2', [
    'Smith Corrected',
    id,
  ])
  expect(await suggested(trustee, 'smyth')).toEqual([])
  expect(await suggested(trustee, 'smith c')).toEqual(['Smith Corrected'])
  for (let n = 0; n < 12; n++) await store(trustee, `Zed ${n}`)
  expect(await suggested(trustee, 'zed')).toHaveLength(10)
})

test('suggests the same to whoever sees many documents, and still no client of others', async () => {
  await app.services.database.query(
    `insert into documents (title, client_name, organization_id, created_at, file_name, file_path, file_size, file_type, sha256, owner_id,
       owner_name, owner_email, master_key_id)
     select 'Deed', 'Many of the harbour', $2, now(), 'a.pdf', 'many' || n, 1, 'application/pdf', '', $1, 'O', $3, '' from generate_series(1, 5001) n`,
    [head.id, organizationId, head.email],
  )
  expect(await suggested(head, 'smith')).toEqual(['Harbour Smith'])
  expect(await suggested(head, 'har many')).toEqual(['Many of the harbour'])
  expect(await suggested(head, '')).toEqual(['Harbour Smith', 'Many of the harbour'])
})
