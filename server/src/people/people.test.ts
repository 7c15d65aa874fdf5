import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, eventsOf } from '../accounts/accounts.testing.ts'
import { type Person, startTestApp, type TestApp } from '../testing/app.ts'

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
  expect(emails(await list('?search=.example&confirmed=false'))).toEqual(['pending@firm.example'])
  expect((await list('?search=.example&confirmed=true')).total).toBe(2)
  expect((await list('?search=Sue')).users[0]).toMatchObject({ confirmed: true, organizationName: null })
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

test("a guest's access ends with the day, in the deployment's time zone", async () => {
  const guest = await app.person('guest')
  const set = (id: string, expiresOn: string | null) =>
    app.call(admin, 'POST', `/api/users/${id}/access-expiry`, { expiresOn })
  const answer = await set(guest.id, '2030-07-01')
  expect(answer.json().user.accessExpiresAt).toBe('2030-07-01T13:59:59.999Z')
  expect(codeOf(await set(guest.id, null))).toBe('invalid-input')
  expect(codeOf(await set(guest.id, '2090-07-01'))).toBe('expiry-far')
  const past = await set(guest.id, '2020-01-01')
  expect(past.statusCode).toBe(400)
  expect(codeOf(past)).toBe('expiry-past')
  expect(codeOf(await set(guest.id, '2027-02-29'))).toBe('invalid-input')
  expect(codeOf(await set(admin.id, '2030-07-01'))).toBe('not-a-guest')
  expect(codeOf(await set(crypto.randomUUID(), '2030-07-01'))).toBe('user-not-found')
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
