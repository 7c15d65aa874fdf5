import { dayMs } from '@deedbox/contract/durations.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitations, organizations, profiles, sessions } from '../../db/tables/accounts.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import {
  type Accounts,
  cookieOf,
  eventNames,
  eventsOf,
  goodPassword,
  startAccounts,
} from '../../identity/accounts/accounts.testing.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import type { Person } from '../../testing/app.ts'

let the: Accounts
let admin: Person
beforeAll(async () => {
  the = await startAccounts()
  admin = await the.app.person('admin')
})
afterAll(() => the.stop())

const db = () => the.app.services.database.db
const change = (as: Person, { id }: { id: string }, to: object) =>
  the.app.call(as, 'POST', `/api/users/${id}/role`, to)
const deactivate = (as: Person, { id }: { id: string }) =>
  the.app.call(as, 'POST', `/api/users/${id}/deactivate`)
const reactivate = (as: Person, { id }: { id: string }) =>
  the.app.call(as, 'POST', `/api/users/${id}/reactivate`)
const session = async (as: Person) => (await the.app.call(as, 'GET', '/api/session')).json().user

test('a guest whom an administrator makes a trustee is confirmed, at once, and keeps what they were given', async () => {
  const guest = await the.app.person('guest', {
    confirmedAt: null,
    accessExpiresAt: new Date(Date.now() + 9 * dayMs),
  })
  const owner = await the.app.person('trustee')
  const document = await upload(the.app, owner, { title: 'Deed' })
  const granted = await the.app.call(owner, 'POST', `/api/documents/${document.id}/access`, {
    email: guest.email,
  })
  const answer = await change(admin, guest, { role: 'trustee', organization: 'Chen & Whitlam' })
  expect(answer.json().user).toMatchObject({
    role: 'trustee',
    confirmed: true,
    organizationName: 'Chen & Whitlam',
    accessExpiresAt: null,
  })
  expect(await session(guest)).toMatchObject({ role: 'trustee', confirmed: true, accessExpiresAt: null })
  expect((await the.app.call(guest, 'GET', '/api/dashboard/trustee')).statusCode).toBe(200)
  const { grants } = (await the.app.call(owner, 'GET', `/api/documents/${document.id}/access`)).json()
  expect(grants).toMatchObject([{ id: granted.json().grant.id, status: 'active' }])
  const [event] = (await eventsOf(the.app, guest.email)).filter(({ event }) => event === 'role_changed')
  expect(event).toMatchObject({
    actorId: admin.id,
    details: { from: { role: 'guest' }, to: { role: 'trustee', accessExpiresAt: null } },
  })
})

test('a guest has an end, an Org Admin an organisation; a waiting trustee is not confirmed by the way', async () => {
  const person = await the.app.person('requestor', { professionalType: 'notary' })
  expect(refusal(await change(admin, person, { role: 'b2b_admin' }))).toEqual([400, 'invalid-input'])
  expect(refusal(await change(admin, person, { role: 'requestor', expiresOn: '2030-01-01' }))).toEqual([
    409,
    'not-a-guest',
  ])
  const guest = (await change(admin, person, { role: 'guest' })).json().user
  expect(guest).toMatchObject({ role: 'guest', professionalType: null })
  const days = (Date.parse(guest.accessExpiresAt) - Date.now()) / dayMs
  expect(days).toBeGreaterThan(89)
  expect(days).toBeLessThan(91.1)
  const waiting = await the.app.person('trustee', { confirmedAt: null })
  const same = await change(admin, waiting, { role: 'trustee', organization: 'Chen & Whitlam' })
  expect(same.json().user).toMatchObject({ confirmed: false, organizationName: 'Chen & Whitlam' })
  expect(refusal(await change(admin, { id: crypto.randomUUID() }, { role: 'guest' }))).toEqual([
    404,
    'user-not-found',
  ])
})

test('nobody but an administrator changes everyone, and nobody themselves', async () => {
  const guest = await the.app.person('guest')
  for (const role of ['trustee', 'requestor', 'guest']) {
    const as = await the.app.person(role)
    expect(refusal(await change(as, guest, { role: 'admin' }))).toEqual([403, 'not-allowed'])
    expect(refusal(await deactivate(as, guest))).toEqual([403, 'not-allowed'])
  }
  expect(refusal(await change(admin, admin, { role: 'guest' }))).toEqual([403, 'role-own'])
  for (const act of [deactivate, reactivate])
    expect(refusal(await act(admin, admin))).toEqual([403, 'deactivate-own'])
})

test('an Org Admin manages members below their role, and nobody else', async () => {
  const organization = async (name: string) => {
    const id = crypto.randomUUID()
    await db().insert(organizations).values({ id, name, createdAt: new Date() })
    return id
  }
  const organizationId = await organization('Harbour Legal')
  const elsewhereId = await organization('Elsewhere')
  const org = await the.app.person('b2b_admin', { organizationId })
  const member = await the.app.person('requestor', { organizationId })
  const guest = await the.app.person('guest', { organizationId })
  const set = (as: Person, { id }: Person, expiresOn: string | null) =>
    the.app.call(as, 'POST', `/api/users/${id}/access-expiry`, { expiresOn })
  const listed = async (as: Person) =>
    (await the.app.call(as, 'GET', '/api/users?limit=100'))
      .json()
      .users.map(({ id }: Person) => id)
      .sort()
  expect(await listed(org)).toEqual([org.id, member.id, guest.id].sort())

  const changed = await change(org, member, {
    role: 'guest',
    organization: 'Elsewhere',
    expiresOn: '2030-01-01',
  })
  expect(changed.json().user).toMatchObject({ role: 'guest', organizationName: 'Harbour Legal' })
  expect(
    (await change(org, member, { role: 'requestor', professionalType: 'notary' })).json().user,
  ).toMatchObject({
    role: 'requestor',
    professionalType: 'notary',
    organizationName: 'Harbour Legal',
  })
  for (const role of ['trustee', 'b2b_admin', 'admin'])
    expect(refusal(await change(org, member, { role, organization: 'Harbour Legal' }))).toEqual([
      403,
      'role-not-yours',
    ])
  expect((await set(org, guest, '2030-02-01')).statusCode).toBe(200)
  expect(refusal(await set(org, guest, null))).toEqual([400, 'invalid-input'])
  expect((await deactivate(org, member)).json().user).toMatchObject({ deactivated: true })
  expect((await reactivate(org, member)).json().user).toMatchObject({ deactivated: false })
  expect(refusal(await deactivate(org, org))).toEqual([403, 'deactivate-own'])

  // The person is in the same organisation, but not below them.
  for (const role of ['trustee', 'b2b_admin', 'admin']) {
    const above = await the.app.person(role, { organizationId })
    expect(refusal(await change(org, above, { role: 'guest' }))).toEqual([403, 'person-above'])
    expect(refusal(await deactivate(org, above))).toEqual([403, 'person-above'])
  }
  // The caller can learn nothing of anybody else, not even that they exist.
  const strangers = [
    await the.app.person('requestor', { organizationId: elsewhereId }),
    await the.app.person('guest'),
    { id: crypto.randomUUID() } as Person,
  ]
  for (const stranger of strangers) {
    const none = [404, 'user-not-found']
    expect(refusal(await change(org, stranger, { role: 'guest' }))).toEqual(none)
    expect(refusal(await deactivate(org, stranger))).toEqual(none)
    expect(refusal(await reactivate(org, stranger))).toEqual(none)
    expect(refusal(await set(org, stranger, '2030-01-01'))).toEqual(none)
    for (const part of ['', '/documents', '/requests'])
      expect(refusal(await the.app.call(org, 'GET', `/api/users/${stranger.id}${part}`))).toEqual(none)
  }
  const homeless = await the.app.person('b2b_admin')
  expect(await listed(homeless)).toEqual([])
  expect(refusal(await deactivate(homeless, strangers[1] as Person))).toEqual([404, 'user-not-found'])
})

test.each(['demote', 'deactivate'] as const)(
  'of administrators who %s each other at once, one is left',
  async (how) => {
    const two = [await the.app.person('admin'), await the.app.person('admin')] as const
    await db().update(profiles).set({ role: 'guest' }).where(eq(profiles.id, admin.id))
    const act = (as: Person, whom: Person) =>
      how === 'deactivate' ? deactivate(as, whom) : change(as, whom, { role: 'guest' })
    const answers = await Promise.all([act(two[0], two[1]), act(two[1], two[0])])
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1)
    const left = await Promise.all(two.map(async (one) => (await session(one))?.role === 'admin'))
    expect(left.filter(Boolean)).toHaveLength(1)
    await db().update(profiles).set({ role: 'guest' }).where(eq(profiles.role, 'admin'))
    await db().update(profiles).set({ role: 'admin' }).where(eq(profiles.id, admin.id))
  },
)

test('a deactivated person is out at once, everywhere, and cannot sign in until reactivated', async () => {
  const { person } = await the.signUp('deactivated@example.com', { role: 'requestor' })
  const here = { ...person, cookie: cookieOf(await the.signIn(person.email)) }
  expect((await session(here)).id).toBe(person.id)
  const answer = await deactivate(admin, person)
  expect(answer.json().user).toMatchObject({ id: person.id, deactivated: true })
  expect(await session(here)).toBeNull()
  expect((await the.app.call(here, 'GET', '/api/documents')).statusCode).toBe(401)
  expect(await db().$count(sessions, eq(sessions.userId, person.id))).toBe(0)
  expect(refusal(await deactivate(admin, person))).toEqual([409, 'already-deactivated'])

  const signIn = await the.signIn(person.email, goodPassword)
  expect(signIn.json().error).toMatchObject({
    code: 'login-invalid',
    message: 'Invalid email or password. Please check your credentials.',
  })
  expect(signIn.headers['set-cookie']).toBeUndefined()
  const trail = await eventsOf(the.app, person.email)
  expect(trail.at(-1)).toMatchObject({ event: 'sign_in_failed', details: { step: 'deactivated' } })
  // A session that somehow came to be is nobody's.
  expect(await session(await the.app.signIn(person.id, person.email))).toBeNull()

  expect((await reactivate(admin, person)).json().user).toMatchObject({ deactivated: false })
  expect(refusal(await reactivate(admin, person))).toEqual([409, 'not-deactivated'])
  expect((await the.signIn(person.email)).statusCode).toBe(200)
  const names = await eventNames(the.app, person.email)
  expect(names).toEqual(expect.arrayContaining(['person_deactivated', 'person_reactivated']))
})

test('who is deactivated while signing in has no session afterwards', async () => {
  const { person } = await the.signUp('racing@example.com', { role: 'requestor' })
  const [signedIn] = await Promise.all([the.signIn(person.email), deactivate(admin, person)])
  const cookie = signedIn.statusCode === 200 ? cookieOf(signedIn) : 'none=none'
  expect(await session({ ...person, cookie })).toBeNull()
  expect(await db().$count(sessions, eq(sessions.userId, person.id))).toBe(0)
})

test('what a deactivated person sent and what has not gone yet does not go', async () => {
  const trustee = await the.app.person('trustee')
  const document = await upload(the.app, trustee, { title: 'Deed' })
  const email = 'waiting@outside.example'
  the.smtp.refuse(450)
  const body = { email, invite: {} }
  const shared = await the.app.call(trustee, 'POST', `/api/documents/${document.id}/access`, body)
  the.smtp.refuse(null)
  expect(shared.json().emailSent).toBe(false)
  await deactivate(admin, trustee)
  const mails = await db().select().from(mailMessages).where(eq(mailMessages.recipient, email))
  expect(mails).toMatchObject([{ status: 'failed' }])
})

test('the open invitations of a deactivated person are withdrawn', async () => {
  const trustee = await the.app.person('trustee')
  const document = await upload(the.app, trustee, { title: 'Deed' })
  const email = 'friend@outside.example'
  const body = { email, invite: {} }
  expect((await the.app.call(trustee, 'POST', `/api/documents/${document.id}/access`, body)).statusCode).toBe(
    201,
  )
  await deactivate(admin, trustee)
  const open = and(eq(invitations.email, email), eq(invitations.status, 'withdrawn'))
  expect(await db().$count(invitations, open)).toBe(1)
  expect(await eventNames(the.app, email)).toContain('invitation_withdrawn')
})
