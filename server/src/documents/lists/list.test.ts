import { randomUUID } from 'node:crypto'
import { type DocumentRow, documentSorts } from '@deedbox/contract/documents.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { totalOf } from '../../db/total.ts'
import { refusal, rowOf } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let trustee: Person
let admin: Person
let requestor: Person
let guest: Person
const all: (typeof documents.$inferInsert & { id: string })[] = []
const start = Date.now() - 40 * dayMs

const words = ['amber', 'birch', 'cedar', 'deed', 'elm', 'fig']
const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T

/** 60 documents with many equal values, so that ties are everywhere; 23 of them granted to the requestor and the guest. */
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
  admin = await app.person('admin')
  requestor = await app.person('requestor')
  guest = await app.person('guest')
  for (let n = 0; n < 60; n++) {
    const owner = n % 12 === 0 ? requestor : trustee
    const row = rowOf(owner, {
      title: `${pick(['Alpha', 'alpha', 'Beta', 'Gamma'], n * 7)} ${pick(words, n)}`,
      type: n % 2 ? 'trust_deed' : 'other',
      kind: n % 4 ? null : 'will',
      status: pick(['active', 'archived', 'pending'], n),
      createdAt: new Date(start + (n % 9) * 1_000),
      expiryDate: n % 3 ? `2030-01-0${1 + (n % 5)}` : null,
      fileName: `${pick(words, n + 1)}_${n}%.pdf`,
      fileSize: (n % 4) * 1_000,
      ownerName: owner === trustee ? 'Tess Trustee' : 'Rex Requestor',
      clientName: n % 4 ? pick(['Hartley', 'hartley', 'Lowe'], n) : null,
    })
    all.push(row)
  }
  await app.services.database.db.insert(documents).values(all)
  const grants = all
    .filter((_, n) => n < 46 && n % 2 === 1)
    .flatMap(({ id }, n) =>
      [requestor, guest].map((person) => ({
        documentId: id,
        userId: person.id,
        userEmail: person.email,
        userName: 'x',
        grantedBy: trustee.id,
        grantedByName: 'Tess',
        grantedAt: new Date(start),
        accessLevel: n % 2 ? ('view' as const) : ('download' as const),
        expiresAt: new Date(Date.now() + dayMs),
      })),
    )
  await app.services.database.db.insert(documentAccess).values(grants)
})
afterAll(() => app.stop())

type Page = { documents: DocumentRow[]; total: number; nextCursor: string | null }
const list = async (as: Person, query: Record<string, string> = {}) =>
  (await app.call(as, 'GET', `/api/documents?${new URLSearchParams(query)}`)).json<Page>()
const ids = (page: Page) => page.documents.map(({ id }) => id)

test('each role sees its own documents, newest first, with the exact total and their own grant', async () => {
  const limit = { limit: '25' }
  // A third is archived, which only grantees find in their lists without asking.
  expect(await list(admin, limit)).toMatchObject({ total: 40 })
  expect(await list(trustee, limit)).toMatchObject({ total: 40 })
  expect(await list(admin, { ...limit, status: 'with-archived' })).toMatchObject({ total: 60 })
  expect(await list(await app.person('trustee', { confirmedAt: null }), limit)).toMatchObject({
    total: 0,
    documents: [],
  })
  const granted = await list(guest, limit)
  expect(granted.total).toBe(23)
  expect(granted.documents).toHaveLength(23)
  for (const { access, can } of granted.documents) {
    expect(access?.endsAt).toBe(access?.expiresAt)
    expect(can).toEqual({
      download: access?.accessLevel === 'download',
      share: false,
      correct: false,
      confirm: false,
      archive: false,
      unarchive: false,
      delete: false,
      restore: false,
    })
  }
  const mine = await list(requestor, { limit: '100' })
  expect(mine.total).toBe(28)
  expect(mine.documents.filter(({ access }) => access === null).map(({ ownerId }) => ownerId)).toEqual(
    Array(5).fill(requestor.id),
  )
  const times = mine.documents.map(({ uploadedAt }) => uploadedAt)
  expect(times).toEqual([...times].sort().reverse())
})

test('an organisation’s administrator sees the organisation’s and may download, also with a view grant', async () => {
  const { database } = app.services
  const organizationId = randomUUID()
  await database.query(
    'insert into organizations (id, name, created_at) values ($1::uuid, $1::text, now())',
    [organizationId],
  )
  const head = await app.person('b2b_admin', { organizationId })
  const uploader = await app.person('requestor', { organizationId })
  const [row] = all
  if (!row) throw new Error('no document')
  const own = { ...row, id: randomUUID(), filePath: randomUUID(), ownerId: uploader.id, organizationId }
  await database.db.insert(documents).values(own)
  try {
    const before = await list(head)
    expect(before).toMatchObject({
      total: 1,
      documents: [{ access: null, can: { download: true, delete: false } }],
    })
    await database.db.insert(documentAccess).values({
      documentId: own.id,
      userEmail: head.email,
      userName: 'x',
      grantedBy: trustee.id,
      grantedByName: 'x',
      grantedAt: new Date(),
      accessLevel: 'view',
      autoRevokeDate: new Date(Date.now() + dayMs),
    })
    expect(await list(head)).toEqual(before)
  } finally {
    await database.query('delete from document_access where document_id = $1', [own.id])
    await database.query('delete from documents where id = $1', [own.id])
  }
})

test('of an organisation with many documents, its administrator gets the pages of the plain query, with others in their places', async () => {
  const { database } = app.services
  const organizationId = randomUUID()
  await database.query(`insert into organizations (id, name, created_at) values ($1, 'Large', now())`, [
    organizationId,
  ])
  const head = await app.person('b2b_admin', { organizationId })
  const [row] = all
  if (!row) throw new Error('no document')
  const others = ['own', 'shared'].map((title, n) => ({
    ...row,
    id: randomUUID(),
    filePath: randomUUID(),
    title: `${title} birch`,
    // Documents shared with them stay in their list.
    status: n ? 'archived' : 'active',
    createdAt: new Date(start - (n ? 900 : 1) * 60_000),
    ...(n === 0 && { ownerId: head.id }),
  }))
  await database.db.insert(documents).values(others)
  await database.query(
    `insert into documents (title, created_at, file_name, file_path, file_size, file_type, sha256, owner_id, owner_name, owner_email,
      organization_id, master_key_id, type, status)
    select case n % 3 when 0 then 'Birch ' else 'Cedar ' end || n, $1::timestamptz - n / 2 * interval '1 minute', 'a.pdf', 'large/' || n, n,
      'application/pdf', '', $2, 'Tess', 'tess@example.au', $3, '', case n % 5 when 0 then 'will' else 'other' end,
      case n % 7 when 0 then 'archived' else 'active' end
    from generate_series(1, 2010) n`,
    [new Date(start).toISOString(), trustee.id, organizationId],
  )
  await database.db.insert(documentAccess).values({
    documentId: others[1]?.id ?? '',
    userEmail: head.email,
    userName: 'x',
    grantedBy: trustee.id,
    grantedByName: 'x',
    grantedAt: new Date(),
    accessLevel: 'view',
    autoRevokeDate: new Date(Date.now() + dayMs),
  })
  try {
    for (const direction of ['asc', 'desc'])
      for (const search of ['', 'birch', 'birch 99', 'own']) {
        const expected = await database.query<{ id: string }>(
          `select id from documents where (organization_id = $1 and status <> 'archived' or id = any($2)) and search_text like all ($3)
          order by created_at ${direction}, id ${direction}`,
          [organizationId, others.map(({ id }) => id), search.split(' ').map((word) => `%${word}%`)],
        )
        const found: string[] = []
        let cursor: string | null = ''
        do {
          const query = { search, direction, limit: '100', ...(cursor && { cursor }) }
          const page: Page = await list(head, query)
          expect(page).toMatchObject(totalOf(expected.rows.length))
          found.push(...ids(page))
          cursor = page.nextCursor
        } while (cursor && found.length < 1_000)
        expect(found).toEqual(expected.rows.slice(0, found.length).map(({ id }) => id))
        expect(expected.rows.length).toBeGreaterThan(0)
      }
    const ofFilter = await list(admin, { organization: organizationId, limit: '1' })
    expect(ofFilter).toMatchObject({ total: 1_000, totalIsMore: true })
    const both = { organization: organizationId, status: 'with-archived', limit: '1' }
    expect(await list(admin, both)).toMatchObject({ total: 1_000, totalIsMore: true })
  } finally {
    await database.query('delete from document_access where user_email = $1', [head.email])
    await database.query('delete from documents where organization_id = $1 or id = any($2)', [
      organizationId,
      others.map(({ id }) => id),
    ])
  }
})

test('any sort, direction and page size walks every visible document once, in order', async () => {
  const key = (row: DocumentRow, sort: (typeof documentSorts)[number]): string | number => {
    const value = sort === 'kind' ? (row.kind ?? row.type) : row[sort]
    if (sort === 'expiryDate') return value ?? '9999'
    return typeof value === 'number' ? value : (value ?? '').toString().toLowerCase()
  }
  const walk = fc.record({
    who: fc.constantFrom('admin', 'trustee', 'requestor', 'guest'),
    sort: fc.constantFrom(...documentSorts),
    direction: fc.constantFrom('asc', 'desc'),
    limit: fc.integer({ min: 1, max: 40 }),
    search: fc.constantFrom('', 'CEDAR', 'tess alpha'),
  })
  await fc.assert(
    fc.asyncProperty(walk, async ({ who, sort, direction, limit, search }) => {
      const person = { admin, trustee, requestor, guest }[who] as Person
      const query = { sort, direction, limit: String(limit), search }
      const expected = await list(person, { search, limit: '100' })
      const walked: DocumentRow[] = []
      let cursor: string | null = null
      do {
        const page: Page = await list(person, { ...query, ...(cursor && { cursor }) })
        expect(page.total).toBe(expected.total)
        expect(page.documents.length).toBeLessThanOrEqual(limit)
        walked.push(...page.documents)
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(walked.map(({ id }) => id).sort()).toEqual(ids(expected).sort())
      const keys = walked.map((row) => [key(row, sort), row.id] as const)
      const sorted = [...keys].sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1))
      expect(keys).toEqual(direction === 'asc' ? sorted : sorted.reverse())
    }),
    { numRuns: 40 },
  )
})

test('search finds every word anywhere in any case; % _ and \\ are ordinary characters', async () => {
  const found = async (search: string) =>
    (await list(admin, { search, limit: '100', status: 'with-archived' })).total
  const holds = (...parts: string[]) =>
    all.filter((row) => {
      const text = `${row.title} ${row.clientName ?? ''} ${row.ownerName} ${row.ownerEmail} ${row.fileName}`
      return parts.every((part) => text.toLowerCase().includes(part))
    }).length
  expect(await found('BIRCH')).toBe(holds('birch'))
  expect(await found('  lowe   Deed ')).toBe(holds('lowe', 'deed'))
  expect(await found('rex')).toBe(5)
  expect(await found('_17%')).toBe(holds('_17%'))
  expect(await found('fi_')).toBe(holds('fi_'))
  expect(await found('%%')).toBe(0)
  expect(await found('\\')).toBe(0)
})

test('the filters narrow the list, and blank or "all" ones do not', async () => {
  const total = async (query: Record<string, string>) => (await list(admin, { ...query, limit: '1' })).total
  expect(await total({ documentType: 'trust_deed' })).toBe(20)
  expect(await total({ documentType: 'trust_deed', status: 'with-archived' })).toBe(30)
  expect(await total({ status: 'archived' })).toBe(20)
  expect(
    await total({ documentType: 'all', status: 'all', accessStatus: 'all', search: ' ', userEmail: ' ' }),
  ).toBe(40)
  const within = all.filter(
    ({ expiryDate, status }) =>
      status !== 'archived' && (expiryDate === '2030-01-02' || expiryDate === '2030-01-03'),
  )
  expect(await total({ expiryDateFrom: '2030-01-02', expiryDateTo: '2030-01-03' })).toBe(within.length)
})

test('the grants filter covers all grants for those who see them, else the reader’s own', async () => {
  const total = async (as: Person, query: Record<string, string>) =>
    (await list(as, { status: 'with-archived', ...query })).total
  expect(await total(admin, { userEmail: guest.email.toUpperCase() })).toBe(23)
  expect(await total(admin, { userEmail: guest.email, accessStatus: 'expired' })).toBe(0)
  expect(await total(admin, { accessStatus: 'active' })).toBe(23)
  expect(await total(requestor, { accessStatus: 'active' })).toBe(23)
  expect(await total(requestor, { userEmail: guest.email })).toBe(0)
  expect(await total(requestor, { accessStatus: 'revoked' })).toBe(0)
  app.shift(2 * dayMs)
  expect(await total(admin, { accessStatus: 'expired' })).toBe(23)
  expect(await total(admin, { accessStatus: 'active' })).toBe(0)
  expect(await total(guest, {})).toBe(0)
  app.shift(-2 * dayMs)
})

test('owner=me narrows the list to the reader’s own documents, also for those who see all', async () => {
  const mine = await list(trustee, { owner: 'me', limit: '100' })
  expect(mine.total).toBe(35)
  expect(new Set(mine.documents.map(({ ownerId }) => ownerId))).toEqual(new Set([trustee.id]))
  expect(await list(requestor, { owner: 'me' })).toMatchObject({ total: 5 })
  expect(await list(admin, { owner: 'me' })).toMatchObject({ total: 0 })
})

test('a cursor that is garbage, or of another list, is refused', async () => {
  const { nextCursor } = await list(admin, { limit: '5' })
  const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const [shape] = JSON.parse(Buffer.from(nextCursor ?? '', 'base64url').toString())
  const wrong: Record<string, string>[] = [
    { cursor: 'x' },
    { cursor: forged({}) },
    { cursor: forged([shape, 'never', randomUUID()]) },
    { cursor: forged([shape, 5, randomUUID()]) },
    { cursor: forged([shape, new Date().toISOString(), "'; drop table documents"]) },
    { cursor: nextCursor ?? '', direction: 'asc' },
    { cursor: nextCursor ?? '', sort: 'title' },
    { cursor: nextCursor ?? '', search: 'deed' },
    { cursor: nextCursor ?? '', view: 'deleted' },
  ]
  for (const query of wrong) {
    const answer = await app.call(admin, 'GET', `/api/documents?${new URLSearchParams(query)}`)
    expect(refusal(answer)).toEqual([400, 'invalid-input'])
  }
  // Another page size is the same list.
  expect((await list(admin, { cursor: nextCursor ?? '', limit: '7' })).documents).toHaveLength(7)
})

test('a page after the end still has the total', async () => {
  const { nextCursor } = await list(guest, { limit: '22' })
  const { database } = app.services
  const rest = await list(guest, { limit: '22', cursor: nextCursor ?? '' })
  await database.query('update documents set deleted_at = now() where id = $1', [ids(rest)[0]])
  expect(await list(guest, { limit: '22', cursor: nextCursor ?? '' })).toEqual({
    documents: [],
    total: 22,
    totalIsMore: false,
    nextCursor: null,
  })
  await database.query('update documents set deleted_at = null')
})
