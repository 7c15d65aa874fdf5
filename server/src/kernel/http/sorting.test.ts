import { randomUUID } from 'node:crypto'
import { dayMs } from '@deedbox/contract/durations.ts'
import {
  accessSorts,
  mailSorts,
  organizationSorts,
  ownerRequestSorts,
  requestSorts,
  userSorts,
  usualDirection,
} from '@deedbox/contract/sorts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { accessRequests, ownerContactRequests } from '../../db/tables/requests.ts'
import { rowOf } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

const start = Date.now() - 40 * dayMs
/** Returns times, three of each, so that there are ties everywhere. */
const at = (n: number, of = 4) => new Date(start + (n % of) * dayMs)
const names = ['Zoe', 'ada', 'Ada', 'Émile', 'Ben']
const name = (n: number) => names[n % names.length] ?? ''
const count = 14

let app: TestApp
let admin: Person
let trustee: Person
let lawyer: Person

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin', { name: 'Ada' })
  trustee = await app.person('trustee', { name: 'Tess' })
  lawyer = await app.person('requestor', { name: 'Lee' })
  const { db } = app.services.database
  const many = <T>(make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
  await db.insert(profiles).values(
    many((n) => ({
      email: `p${n}@example.com`,
      name: name(n),
      role: n % 2 ? 'guest' : 'trustee',
      accessExpiresAt: n % 3 ? at(n) : null,
      lastSignedInAt: n % 4 ? at(n, 3) : null,
      createdAt: at(n),
      updatedAt: at(n),
    })),
  )
  const ids = many(() => randomUUID())
  await db
    .insert(documents)
    .values(ids.map((id, n) => rowOf(trustee, { id, title: name(n), createdAt: at(n), ownerName: 'Tess' })))
  await db.insert(documentAccess).values(
    ids.flatMap((documentId, n) =>
      [lawyer.email, `q${n % 3}@example.com`].map((userEmail, who) => ({
        documentId,
        userEmail,
        userName: name(n + who),
        accessLevel: n % 2 ? ('view' as const) : ('download' as const),
        grantedBy: trustee.id,
        grantedByName: name(n + 1),
        grantedAt: at(n),
        expiresAt: n % 3 ? new Date(Date.now() + (1 + (n % 4)) * dayMs) : null,
        autoRevokeDate: n % 3 ? null : new Date(Date.now() + 2 * dayMs),
        status: who && n % 5 === 0 ? ('revoked' as const) : ('active' as const),
      })),
    ),
  )
  await db.insert(accessRequests).values(
    many((n) => ({
      documentName: `${name(n)} ${n}`,
      requesterId: lawyer.id,
      requesterEmail: lawyer.email,
      requesterName: name(n),
      clientName: n % 3 ? name(n + 1) : null,
      clientEmail: n % 2 ? 'client@example.com' : null,
      createdAt: at(n),
      ...(n % 2 ? { status: 'denied' as const, reviewedBy: trustee.id, reviewedAt: at(n, 2) } : {}),
    })),
  )
  await db.insert(ownerContactRequests).values(
    many((n) => ({
      requesterEmail: lawyer.email,
      requesterUserId: lawyer.id,
      requesterName: 'Lee',
      ownerEmail: `owner${n % 3}@example.com`,
      ownerName: n % 2 ? name(n) : null,
      message: 'Please',
      createdAt: at(n),
      ...(n % 3 ? {} : { status: 'claimed' as const, claimedBy: trustee.id, claimedAt: at(n) }),
    })),
  )
  await db
    .insert(organizations)
    .values(many((n) => ({ name: `${name(n)} ${' '.repeat(n)}`, createdAt: at(n) })))
  await db.insert(mailMessages).values(
    many((n) => ({
      kind: n % 2 ? 'access_requested' : 'invitation',
      recipient: `m${n % 4}@example.com`,
      data: {},
      status: n % 3 ? ('sent' as const) : ('failed' as const),
      attempts: n % 3,
      createdAt: at(n),
      sentAt: n % 3 ? at(n, 2) : null,
    })),
  )
})
afterAll(() => app.stop())

type Row = Record<string, string | number | null> & { id: string }
type Page = { rows: Row[]; total: number; nextCursor: string | null }

async function read(as: Person, url: string, rowsOf: string, query: Record<string, string>): Promise<Page> {
  const answer = await app.call(as, 'GET', `${url}${new URLSearchParams(query)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const { [rowsOf]: rows, ...rest } = answer.json()
  return { rows, ...rest }
}

const lower = (text: unknown) => String(text ?? '').toLowerCase()
const end = ({ expiresAt, autoRevokeDate }: Row) => String(expiresAt ?? autoRevokeDate)
/** The value that a row is sorted by, if it is not simply the field of that name. */
const special: Record<string, (row: Row) => string | number> = {
  'users name': (row) => lower(`${row.firstName} ${row.lastName}`),
  'users accessExpiresAt': (row) => row.accessExpiresAt ?? '9999',
  'grants endsAt': end,
  'grants status': (row) => ['active', 'expired', 'revoked'].indexOf(String(row.status)),
  'requests clientName': (row) => lower(row.clientName ?? row.clientEmail),
  'sent name': (row) => lower(row.ownerName ?? row.ownerEmail),
}

describe.each([
  ['users', '/api/users?', 'users', userSorts, () => admin],
  ['grants', '/api/access?scope=handled&', 'grants', accessSorts, () => trustee],
  ['grants', '/api/access?scope=own&', 'grants', accessSorts, () => lawyer],
  ['requests', '/api/requests?view=own&', 'requests', requestSorts, () => lawyer],
  ['requests', '/api/requests?view=review&', 'requests', requestSorts, () => trustee],
  ['sent', '/api/owner-requests?view=sent&', 'requests', ownerRequestSorts, () => lawyer],
  ['organizations', '/api/organizations?', 'organizations', organizationSorts, () => admin],
  ['mails', '/api/mails?status=all&', 'mails', mailSorts, () => admin],
] as const)('%s of %s', (list, url, rowsOf, sorts, who) => {
  test.each([...sorts])('by %s: page by page, over ties and gaps, either way', async (sort) => {
    const value =
      special[`${list} ${sort}`] ??
      ((row: Row) =>
        /At$/.test(sort) || typeof row[sort] === 'number' ? (row[sort] ?? '') : lower(row[sort]))
    for (const direction of ['asc', 'desc'] as const) {
      const { rows: whole, total } = await read(who(), url, rowsOf, { sort, direction, limit: '100' })
      expect(whole.length).toBe(total)
      expect(total).toBeGreaterThanOrEqual(count)
      // Names of the test people are not in their first and last names.
      if (`${list} ${sort}` !== 'users name') {
        const values = whole.map(value)
        const ascending = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(values).toEqual(direction === 'asc' ? ascending : ascending.toReversed())
      }
      const paged: Row[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Page = await read(who(), url, rowsOf, {
          sort,
          direction,
          limit: '3',
          ...(cursor && { cursor }),
        })
        expect(page.total).toBe(total)
        paged.push(...page.rows)
        cursor = page.nextCursor
      }
      expect(paged.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
    }
    const usual = await read(who(), url, rowsOf, { sort, limit: '100' })
    const same = await read(who(), url, rowsOf, { sort, direction: usualDirection(sort), limit: '100' })
    expect(usual.rows.map(({ id }) => id)).toEqual(same.rows.map(({ id }) => id))
  })
})

test('My Access is sorted by its end, soonest first; handled access newest first', async () => {
  const own = (await read(lawyer, '/api/access?', 'grants', { limit: '100' })).rows.map(end)
  expect(own).toEqual(own.toSorted())
  const handled = await read(trustee, '/api/access?', 'grants', { scope: 'handled', limit: '100' })
  const granted = handled.rows.map(({ grantedAt }) => String(grantedAt))
  expect(granted).toEqual(granted.toSorted().reverse())
})

test('a cursor of another order, or a forged one, is refused', async () => {
  const { nextCursor } = await read(admin, '/api/users?', 'users', { sort: 'name', limit: '3' })
  for (const query of [
    { sort: 'email', cursor: nextCursor ?? '' },
    { sort: 'name', direction: 'desc', cursor: nextCursor ?? '' },
    { sort: 'name', cursor: Buffer.from(JSON.stringify(['x', 'y', 'z'])).toString('base64url') },
    { sort: 'shoe-size' },
  ])
    expect((await app.call(admin, 'GET', `/api/users?${new URLSearchParams(query)}`)).statusCode).toBe(400)
})
