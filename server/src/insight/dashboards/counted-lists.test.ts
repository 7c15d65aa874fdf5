import { randomUUID } from 'node:crypto'
import {
  type CountedList,
  dashboardLists,
  organizationUsersList,
  queryOf,
  systemLists,
  trusteeLists,
} from '@deedbox/contract/counted-lists.ts'
import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import { permissionsOf, roles } from '@deedbox/contract/permissions.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitations, organizations } from '../../db/tables/accounts.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import { rowOf } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

const zone = 'Australia/Sydney'
let app: TestApp
const people = {} as Record<(typeof roles)[number] | 'newcomer', Person>
let today: string

/** 40 documents of four owners with every type, status and expiry, three grants on each, and 15 requests. */
beforeAll(async () => {
  app = await startTestApp({ TIME_ZONE: zone })
  const { db } = app.services.database
  const now = Date.now()
  today = dayOf(new Date(now), zone)
  const organizationId = randomUUID()
  await db.insert(organizations).values({ id: organizationId, name: 'Lowe', createdAt: new Date(now) })
  for (const role of roles)
    people[role] = await app.person(role, {
      ...(role === 'b2b_admin' || role === 'requestor' ? { organizationId } : {}),
      ...(role === 'guest' ? { accessExpiresAt: new Date(now + 50 * dayMs) } : {}),
    })
  people.newcomer = await app.person('trustee', { confirmedAt: null })
  const { trustee, newcomer, requestor, guest, b2b_admin } = people
  const owners = [trustee, trustee, newcomer, requestor]
  const placed = Array.from({ length: 40 }, (_, n) =>
    rowOf(owners[n % 4] ?? trustee, {
      title: `${n % 3 ? 'Deed' : 'Will'} ${n}`,
      type: n % 5 ? 'trust_deed' : 'other',
      status: (['active', 'active', 'archived', 'pending'] as const)[(n * 7) % 4] ?? 'active',
      createdAt: new Date(now - n * dayMs),
      expiryDate: n % 6 ? addDays(today, (n - 10) * 3) : null,
      fileSize: 1_000 * n,
      organizationId: n % 4 === 3 ? organizationId : null,
      deletedAt: n === 20 ? new Date(now) : null,
    }),
  )
  await db.insert(documents).values(placed)
  const readers = [requestor.email, guest.email, b2b_admin.email, 'ann@x.example', 'bob@x.example']
  const grants = placed.flatMap(({ id, deletedAt }, n) =>
    [0, 1, 2].map((m) => ({
      documentId: id,
      userEmail: readers[(n + 2 * m) % 5] ?? '',
      userName: 'Reader',
      ...{ grantedBy: trustee.id, grantedByName: 'Tess', grantedAt: new Date(now - n * dayMs) },
      // Some are over and not marked yet.
      expiresAt: new Date(now + ((n * 5 + m * 11) % 90) * dayMs - 3 * dayMs - 60_000),
      autoRevokeDate: new Date(now + 540 * dayMs),
      status: deletedAt
        ? ('revoked' as const)
        : ((['active', 'active', 'expired'] as const)[(n + m) % 3] ?? 'active'),
    })),
  )
  await db.insert(documentAccess).values(grants)
  await db.insert(accessRequests).values(
    placed.slice(0, 15).map(({ id, title }, n) => ({
      ...{ documentId: n % 4 ? id : null, documentName: title, requesterId: requestor.id },
      ...{ requesterEmail: requestor.email, requesterName: 'R', createdAt: new Date(now - n * dayMs) },
      status: n % 5 ? ('pending' as const) : ('withdrawn' as const),
    })),
  )
  const mail = { kind: 'document_shared', data: {}, createdAt: new Date(now) }
  await db.insert(mailMessages).values(
    (['failed', 'failed', 'sent'] as const).map((status) => ({
      ...mail,
      recipient: 'x@x.example',
      status,
    })),
  )
  await db.insert(invitations).values({
    ...{ email: 'new@x.example', role: 'guest', invitedBy: trustee.id, invitedByName: 'Tess' },
    ...{ createdAt: new Date(now), expiresAt: new Date(now + dayMs) },
  })
})
afterAll(() => app.stop())

async function get<T>(as: Person, url: string): Promise<T> {
  const answer = await app.call(as, 'GET', url)
  expect(answer.statusCode, `${url} ${answer.body}`).toBe(200)
  return answer.json()
}

/** Reads the total of the list behind a figure, and counts the rows one finds there. */
async function totalOf(as: Person, counted: CountedList): Promise<number> {
  const query = queryOf(counted)
  const path = counted.call.slice('GET '.length)
  const { total } = await get<{ total: number }>(as, `${path}?${query}`)
  return total
}

type Figures = Record<string, number> & {
  system: Record<string, number> | null
  organizationUsers: number | null
}

test.for([...roles, 'newcomer'] as const)('every figure of %s leads to a list of so many', async (name) => {
  const viewer = people[name]
  const role = name === 'newcomer' ? 'trustee' : name
  const figures = await get<Figures>(viewer, '/api/dashboard')
  const asViewer = { permissions: permissionsOf(role) }
  for (const [figure, list] of Object.entries(dashboardLists(asViewer, today))) {
    // Handlers and requestors alone have requests, and a page for them.
    if (figure === 'pendingRequests' && (role === 'guest' || role === 'b2b_admin')) continue
    expect([figure, await totalOf(viewer, list)]).toEqual([figure, figures[figure]])
  }
  for (const [figure, list] of Object.entries(figures.system ? systemLists : {}))
    expect([figure, await totalOf(viewer, list)]).toEqual([figure, figures.system?.[figure]])
  if (figures.organizationUsers !== null)
    expect(await totalOf(viewer, organizationUsersList)).toBe(figures.organizationUsers)
  expect(figures.system === null).toBe(role !== 'admin')
})

test('with any filter, the figures of the trustee dashboard lead to lists of so many', async () => {
  const day = fc.integer({ min: -20, max: 80 }).map((days) => addDays(today, days))
  const filters = fc.record(
    {
      search: fc.constantFrom('deed', 'will 1', 'nothing'),
      userEmail: fc.constantFrom('ann', 'x.example', people.guest.email),
      documentType: fc.constantFrom('trust_deed', 'other', 'all'),
      status: fc.constantFrom('active', 'archived', 'pending', 'all'),
      accessStatus: fc.constantFrom('active', 'expired', 'revoked', 'all'),
      expiryDateFrom: day,
      expiryDateTo: day,
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Parameters<typeof trusteeLists>[2]>
  const viewers = fc.constantFrom(people.trustee, people.newcomer)
  await fc.assert(
    fc.asyncProperty(filters, viewers, async (filter, viewer) => {
      const query = new URLSearchParams(filter as Record<string, string>)
      type Answer = { statistics: Record<string, number> }
      const { statistics } = await get<Answer>(viewer, `/api/dashboard/trustee?${query}`)
      const lists = trusteeLists({ permissions: permissionsOf('trustee') }, today, filter)
      for (const [figure, list] of Object.entries(lists))
        if (figure !== 'storageBytes')
          expect([figure, await totalOf(viewer, list)]).toEqual([figure, statistics[figure]])
    }),
    { numRuns: 25 },
  )
})
