import { dayMs } from '@deedbox/contract/durations.ts'
import { parse } from 'csv-parse/sync'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { codeOf, eventsOf } from '../../identity/accounts/accounts.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin', { email: 'admin@example.com', name: 'Zoe Admin' })
})
afterAll(() => app.stop())

const list = async (query = '') => (await app.call(admin, 'GET', `/api/users${query}`)).json()
const emails = (answer: { users: { email: string }[] }) => answer.users.map(({ email }) => email)

test('people are found by name and email, role and confirmation', async () => {
  await app.person('trustee', { email: 'pending@firm.example', name: 'Peter Pending', confirmedAt: null })
  await app.person('trustee', { email: 'sure@firm.example', name: 'Sue Sure' })
  await app.person('guest', { email: 'odd_100%@guests.example', name: 'Gus Guest', confirmedAt: null })
  expect(emails(await list('?search=FIRM.example&role=trustee')).sort()).toEqual([
    'pending@firm.example',
    'sure@firm.example',
  ])
  expect(emails(await list('?search=peter%20p'))).toEqual(['pending@firm.example'])
  expect(emails(await list('?search=_100%25@'))).toEqual(['odd_100%@guests.example'])
  expect(emails(await list('?search=%25firm%25'))).toEqual([])
  expect(emails(await list('?search=.example&status=unconfirmed'))).toEqual(['pending@firm.example'])
  expect((await list('?search=.example&status=active')).total).toBe(2)
  expect((await list('?search=Sue')).users[0]).toMatchObject({ confirmed: true, organizationName: null })
})

test('people are filtered by organisation, state, status and last sign-in, and the file has the same people', async () => {
  const { db } = app.services.database
  const organizationId = crypto.randomUUID()
  await db.insert(organizations).values({ id: organizationId, name: 'Filter & Sons', createdAt: new Date() })
  const ago = (days: number) => new Date(Date.now() - days * dayMs)
  const make = (name: string, role: string, more: object) =>
    app.person(role, { email: `${name}@filters.example`, name, firstName: name, lastName: '', ...more })
  await make('fresh', 'requestor', { lastSignedInAt: ago(1), state: 'NSW', organizationId })
  await make('month', 'requestor', { lastSignedInAt: ago(20), state: 'VIC', organizationId })
  await make('old', 'requestor', { lastSignedInAt: ago(100), state: 'VIC' })
  await make('gone', 'requestor', { lastSignedInAt: ago(400), deactivatedAt: ago(1) })
  await make('=never', 'guest', { accessExpiresAt: ago(-10) })
  await make('over', 'guest', { accessExpiresAt: ago(2), lastSignedInAt: ago(3) })
  const found = async (filter: string) => {
    const query = `?search=filters.example&${filter}`
    const names = emails(await list(query)).map((email) => email.split('@')[0])
    const file = await app.call(admin, 'GET', `/api/users/export${query}`)
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [, ...rows]: string[][] = parse(file.body, { bom: true })
    expect(rows.map(([, , email]) => email?.replace(/^'/, '').split('@')[0])).toEqual(names)
    return names.sort()
  }
  expect(await found('organization=filter%20%26%20sons')).toEqual(['fresh', 'month'])
  expect(await found('organization=unknown')).toEqual([])
  expect(await found('state=VIC')).toEqual(['month', 'old'])
  expect(await found('state=VIC&signedIn=last-30')).toEqual(['month'])
  expect(await found('signedIn=never')).toEqual(['=never'])
  expect(await found('signedIn=last-7')).toEqual(['fresh', 'over'])
  expect(await found('signedIn=not-30')).toEqual(['gone', 'old'])
  expect(await found('signedIn=not-90')).toEqual(['gone', 'old'])
  expect(await found('signedIn=not-365')).toEqual(['gone'])
  expect(await found('status=deactivated')).toEqual(['gone'])
  expect(await found('status=ending')).toEqual(['=never'])
  expect(await found('status=expired')).toEqual(['over'])
  expect(await found('status=active')).toEqual(['=never', 'fresh', 'month', 'old'])
  const file = await app.call(admin, 'GET', '/api/users/export?search=never%40filters')
  expect(file.body).toContain("\r\n'=never,")
  const exported = eq(auditEvents.event, 'people_exported')
  const [event] = await db.select().from(auditEvents).where(exported).orderBy(desc(auditEvents.id)).limit(1)
  expect(event).toMatchObject({ actorId: admin.id, details: { search: 'never@filters' } })
})

test('pages follow each other, newest first, without gaps or repeats, also where times are equal', async () => {
  const createdAt = new Date('2020-05-05T00:00:00.123Z')
  const made = await Promise.all(
    Array.from({ length: 7 }, (_, n) =>
      app.person('requestor', { email: `page${n}@pages.example`, createdAt }),
    ),
  )
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await list(`?search=pages.example&limit=3${cursor && `&cursor=${cursor}`}`)
    expect(page.total).toBe(7)
    expect(page.users.length).toBeLessThanOrEqual(3)
    seen.push(...page.users.map(({ id }: { id: string }) => id))
    cursor = page.nextCursor
  }
  const newestFirst = made
    .map(({ id }) => id)
    .sort()
    .reverse()
  expect(seen).toEqual(newestFirst)
})

test.each(['abc', 'W10', Buffer.from('["x","y"]').toString('base64url')])(
  '%s is no cursor',
  async (cursor) => {
    expect(codeOf(await app.call(admin, 'GET', `/api/users?cursor=${cursor}`))).toBe('invalid-input')
  },
)

test('an administrator confirms a self-registered trustee once', async () => {
  const trustee = await app.person('trustee', { confirmedAt: null })
  const confirm = (id: string) => app.call(admin, 'POST', `/api/users/${id}/confirm`)
  expect((await app.call(trustee, 'GET', '/api/session')).json().user.confirmed).toBe(false)
  const answer = await confirm(trustee.id)
  expect(answer.json().user).toMatchObject({ id: trustee.id, confirmed: true })
  expect((await app.call(trustee, 'GET', '/api/session')).json().user.confirmed).toBe(true)
  expect(await eventsOf(app, trustee.email)).toMatchObject([
    { event: 'trustee_confirmed', actorEmail: 'admin@example.com' },
  ])
  const requestor = await app.person('requestor')
  for (const id of [trustee.id, requestor.id]) expect(codeOf(await confirm(id))).toBe('not-a-trustee')
  expect(codeOf(await confirm(crypto.randomUUID()))).toBe('user-not-found')
})

test('whoever is deactivated waits for nothing and cannot be confirmed', async () => {
  const today = async () => {
    const { groups } = (await app.call(admin, 'GET', '/api/waiting/today')).json()
    return groups.find(({ kind }: { kind: string }) => kind === 'trustees')?.total ?? 0
  }
  const waiting = async () => [
    (await list('')).waiting,
    (await list('?status=unconfirmed')).total,
    (await app.call(admin, 'GET', '/api/dashboard')).json().system.unconfirmedTrustees,
    await today(),
  ]
  const before = await waiting()
  const trustee = await app.person('trustee', { confirmedAt: null })
  expect(await waiting()).toEqual(before.map((count) => count + 1))
  await app.call(admin, 'POST', `/api/users/${trustee.id}/deactivate`)
  expect(await waiting()).toEqual(before)
  const one = await app.call(admin, 'GET', `/api/users/${trustee.id}`)
  expect(one.json().user.can.confirm).toBe(false)
  expect(codeOf(await app.call(admin, 'POST', `/api/users/${trustee.id}/confirm`))).toBe('not-a-trustee')
  await app.call(admin, 'POST', `/api/users/${trustee.id}/reactivate`)
  expect(await waiting()).toEqual(before.map((count) => count + 1))
})

test("a guest's access ends with the day, in the deployment's time zone", async () => {
  const guest = await app.person('guest')
  const set = (id: string, expiresOn: string | null) =>
    app.call(admin, 'POST', `/api/users/${id}/access-expiry`, { expiresOn })
  const answer = await set(guest.id, '2030-07-01')
  expect(answer.json().user.accessExpiresAt).toBe('2030-07-01T13:59:59.999Z')
  expect(codeOf(await set(guest.id, '2090-07-01'))).toBe('expiry-far')
  const past = await set(guest.id, '2020-01-01')
  expect(past.statusCode).toBe(400)
  expect(codeOf(past)).toBe('expiry-past')
  expect(codeOf(await set(guest.id, '2027-02-29'))).toBe('invalid-input')
  expect(codeOf(await set(admin.id, '2030-07-01'))).toBe('not-a-guest')
  expect(codeOf(await set(crypto.randomUUID(), '2030-07-01'))).toBe('user-not-found')
  // A guest always has an end.
  expect(codeOf(await set(guest.id, null))).toBe('invalid-input')
  expect((await eventsOf(app, guest.email)).map(({ details }) => details)).toEqual([
    { expiresOn: '2030-07-01' },
  ])
})

test('the day of today is allowed until it is over', async () => {
  const guest = await app.person('guest')
  app.shift(Date.parse('2090-07-01T13:59:59.999Z') - Date.now() - 10 * 60_000)
  const later = await app.signIn(admin.id, admin.email)
  const set = () =>
    app.call(later, 'POST', `/api/users/${guest.id}/access-expiry`, { expiresOn: '2090-07-01' })
  expect((await set()).statusCode).toBe(200)
  app.shift(10 * 60_000)
  expect(codeOf(await set())).toBe('expiry-past')
})
