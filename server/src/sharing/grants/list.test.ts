import { randomUUID } from 'node:crypto'
import { grantFilters } from '@deedbox/contract/access-filters.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import type { GrantRow } from '@deedbox/contract/grants.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { refusal, rowOf } from './sample.testing.ts'

let app: TestApp
let trustee: Person
let unconfirmed: Person
let requestor: Person
let start: number
type Stored = typeof documentAccess.$inferInsert & { id: string; autoRevokeDate: Date; grantedAt: Date }
const grants: Stored[] = []
const titles = ['Hartley deed', 'Hartley will', 'Lowe deed', 'Lowe 100% trust']
const placed: (typeof documents.$inferInsert & { id: string })[] = []

/** 4 documents, the last one an unconfirmed trustee's; 15 grants on each, with every state and equal times. */
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee')
  unconfirmed = await app.person('trustee', { confirmedAt: null })
  requestor = await app.person('requestor')
  start = Date.now()
  for (const [n, title] of titles.entries()) {
    const owner = n === 3 ? unconfirmed : trustee
    const clientName = n ? `Client ${n}` : null
    placed.push(rowOf(owner, { title, createdAt: new Date(start), fileSize: 1_000 * n, clientName }))
  }
  await app.services.database.db.insert(documents).values(placed)
  for (let n = 0; n < 60; n++) {
    const status = (['active', 'active', 'active', 'expired', 'revoked'] as const)[n % 5] ?? 'active'
    // What has expired has an end that is past.
    const later = n % 3 === 0 ? n % 4 : null
    const days = status === 'expired' ? -n : later
    grants.push({
      id: randomUUID(),
      documentId: placed[n % 4]?.id ?? '',
      userId: n === 2 || n === 5 ? requestor.id : null,
      userEmail: n === 2 || n === 5 || n === 3 ? requestor.email : `p${n}@example.com`,
      userName: n % 7 === 0 ? 'Ann Amber' : `Bob ${n}`,
      accessLevel: n % 2 ? 'view' : 'download',
      grantedBy: trustee.id,
      grantedByName: 'Tess',
      grantedAt: new Date(start - (n % 6) * 90 * dayMs),
      expiresAt: days === null ? null : new Date(start + days * dayMs - dayMs / 2),
      autoRevokeDate: new Date(start + 100 * dayMs - (n % 11 === 0 ? 200 * dayMs : 0)),
      status,
      clientName: n % 10 === 0 ? 'Their client' : null,
    })
  }
  await app.services.database.db.insert(documentAccess).values(grants)
})
afterAll(() => app.stop())

type Page = { grants: GrantRow[]; total: number; nextCursor: string | null }
const get = (as: Person, query: Record<string, string>) =>
  app.call(as, 'GET', `/api/access?${new URLSearchParams(query)}`)
const list = async (as: Person, query: Record<string, string> = {}) =>
  (await get(as, { scope: 'handled', limit: '1000', ...query })).json<Page>()
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).sort()

/** The status according to the specification, computed independently. */
function statusOf({ status, expiresAt, autoRevokeDate }: Stored) {
  if (status !== 'active') return status
  if (autoRevokeDate.getTime() <= start && (!expiresAt || autoRevokeDate < expiresAt)) return 'revoked'
  return expiresAt && expiresAt.getTime() <= start ? 'expired' : 'active'
}
const isLong = ({ grantedAt }: Stored) => grantedAt.getTime() <= start - 360 * dayMs

test('people who handle documents see every grant on them, newest first, with its document', async () => {
  const { grants: rows, total } = await list(trustee)
  expect(total).toBe(60)
  expect(ids(rows)).toEqual(ids(grants))
  const keys = rows.map(({ grantedAt, id }) => `${grantedAt} ${id}`)
  expect(keys).toEqual([...keys].sort().reverse())
  for (const row of rows) {
    const stored = grants.find(({ id }) => id === row.id)
    const place = placed.find(({ id }) => id === row.documentId)
    if (!stored || !place) throw new Error('a stranger')
    expect(row).toMatchObject({
      status: statusOf(stored),
      longTerm: isLong(stored),
      documentTitle: place.title,
      documentSize: place.fileSize,
      clientName: stored.clientName ?? place.clientName,
      invited: stored.userId === null,
    })
    expect(row.can.revoke).toBe(statusOf(stored) !== 'revoked' && stored.status === 'active')
  }
})

test('each view and filter shows its grants and no others', async () => {
  const shown = async (query: Record<string, string>) => ids((await list(trustee, query)).grants)
  const those = (fits: (grant: Stored) => boolean) => {
    const found = ids(grants.filter(fits))
    expect(found.length).toBeGreaterThan(0)
    return found
  }
  for (const status of ['active', 'expired', 'revoked'] as const) {
    const expected = those((grant) => statusOf(grant) === status)
    expect(await shown({ view: status })).toEqual(expected)
    expect(await shown({ status })).toEqual(expected)
  }
  expect(await shown({ view: 'long-term' })).toEqual(
    those((grant) => statusOf(grant) === 'active' && isLong(grant)),
  )
  expect(await shown({ view: 'all', status: 'all', search: ' ', userEmail: ' ' })).toHaveLength(60)
  expect(await shown({ accessLevel: 'view' })).toEqual(those(({ accessLevel }) => accessLevel === 'view'))
  expect(await shown({ userEmail: 'P1' })).toEqual(those(({ userEmail }) => userEmail.startsWith('p1')))
  const on = (...titled: string[]) => placed.filter(({ title }) => titled.includes(title)).map(({ id }) => id)
  expect(await shown({ search: 'ANN hartley' })).toEqual(
    those(
      ({ userName, documentId }) =>
        userName === 'Ann Amber' && on('Hartley deed', 'Hartley will').includes(documentId),
    ),
  )
  expect(await shown({ search: '100%' })).toEqual(
    those(({ documentId }) => on(titles[3] ?? '').includes(documentId)),
  )
  expect(await shown({ search: 'p_1' })).toEqual([])
})

test('pages of any size show every grant of a view exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('all', ...Object.keys(grantFilters.view.choices)),
      fc.integer({ min: 1, max: 30 }),
      async (view, limit) => {
        const whole = await list(trustee, { view })
        const walked: GrantRow[] = []
        let cursor: string | null = null
        do {
          const page: Page = await list(trustee, { view, limit: `${limit}`, ...(cursor && { cursor }) })
          expect(page.total).toBe(whole.total)
          expect(page.grants.length).toBeLessThanOrEqual(limit)
          walked.push(...page.grants)
          cursor = page.nextCursor
        } while (cursor)
        expect(walked).toEqual(whole.grants)
      },
    ),
    { numRuns: 20 },
  )
  const { nextCursor } = await list(trustee, { limit: '1' })
  const wrong = await get(trustee, { scope: 'handled', view: 'active', cursor: nextCursor ?? '' })
  expect(refusal(wrong)).toEqual([400, 'invalid-input'])
})

test('a person’s own grants are those that give access now, and they cannot manage them', async () => {
  const own = grants.filter((grant) => grant.userEmail === requestor.email && statusOf(grant) === 'active')
  expect(own.length).toBeGreaterThan(0)
  const { grants: rows, total } = await list(requestor, { scope: 'own' })
  expect(ids(rows)).toEqual(ids(own))
  expect(total).toBe(own.length)
  for (const { can } of rows) expect(can).toEqual({ revoke: false, renew: false })
  expect((await list(await app.person('guest'), { scope: 'own' })).grants).toEqual([])
})

test('an unconfirmed trustee handles their own documents; other roles handle none', async () => {
  const { grants: rows } = await list(unconfirmed)
  expect(ids(rows)).toEqual(ids(grants.filter(({ documentId }) => documentId === placed[3]?.id)))
  for (const role of ['requestor', 'guest', 'b2b_admin'])
    expect(refusal(await get(await app.person(role), { scope: 'handled' }))).toEqual([403, 'not-allowed'])
})
