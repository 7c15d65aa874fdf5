import { mailSwitchNames } from '@deedbox/contract/mail-kinds.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitations, profiles } from '../../db/tables/accounts.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { accessRequests, ownerContactRequests } from '../../db/tables/requests.ts'
import {
  type Accounts,
  eventNames,
  eventsOf,
  goodPassword,
  startAccounts,
} from '../../identity/accounts/accounts.testing.ts'
import { createAccount } from '../../identity/accounts/new-account.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import type { Person } from '../../testing/app.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await startAccounts()
})
afterAll(() => accounts.stop())

const call = (as: Person, method: string, url: string, body?: object) =>
  accounts.app.call(as, method, url, body)
const filled = {
  firstName: 'Jane',
  lastName: 'Citizen',
  phone: '(02) 9374 4000',
  address: '1 George Street',
  city: 'Sydney',
  state: 'NSW',
  postalCode: '2000',
}
const preferences = (more: object = {}, mails: object = {}) => ({
  dates: 'words',
  theme: null,
  mails: {
    ...Object.fromEntries(mailSwitchNames.map((name) => [name, true])),
    ...mails,
  },
  turned: [],
  firstSteps: true,
  ...more,
})
const rowOf = async (id: string) =>
  (await accounts.app.services.database.db.select().from(profiles).where(eq(profiles.id, id)))[0]

test('a profile is saved, shown again, and audited without the address', async () => {
  const { app } = accounts
  const person = await app.person('requestor')
  const saved = await call(person, 'PUT', '/api/profile', filled)
  expect(saved.statusCode, saved.body).toBe(200)
  expect(saved.json().user).toMatchObject({ name: 'Jane Citizen', firstName: 'Jane' })
  const shown = (await call(person, 'GET', '/api/profile')).json()
  expect(Date.parse(shown.session.startedAt)).toBeGreaterThan(0)
  expect(shown.profile).toEqual({ ...filled, email: person.email, phone: '+61293744000', country: 'AU' })
  const [event] = await eventsOf(app, person.email)
  expect(event).toMatchObject({ event: 'profile_updated', details: { name: { to: 'Jane Citizen' } } })
  expect(JSON.stringify(event)).not.toContain('George')
})

test.each([
  ['postalCode', { postalCode: '3000' }],
  ['postalCode', { postalCode: '20' }],
  ['state', { state: 'Kent' }],
  ['phone', { phone: '12' }],
  ['firstName', { firstName: ' ' }],
  ['country', { country: 'ZZ' }],
])('a wrong %s is refused at its field', async (field, wrong) => {
  const person = await accounts.app.person('guest')
  const answer = await call(person, 'PUT', '/api/profile', { ...filled, ...wrong })
  expect(answer.statusCode).toBe(400)
  expect(Object.keys(answer.json().error.fields)).toEqual([field])
})

test('a new name shows wherever it is theirs, and what they did keeps the former one', async () => {
  const { app } = accounts
  const { db } = app.services.database
  const person = await app.person('trustee', { name: 'Old Name' })
  const other = await app.person('trustee', { name: 'Other' })
  const own = await upload(app, person, { title: 'Own' })
  const theirs = await upload(app, other, { title: 'Theirs' })
  await call(other, 'POST', `/api/documents/${theirs.id}/access`, { email: person.email })
  await call(person, 'POST', `/api/documents/${own.id}/access`, { email: other.email })
  await call(person, 'PUT', '/api/profile', filled)
  const [document] = await db.select().from(documents).where(eq(documents.id, own.id))
  expect(document?.ownerName).toBe('Jane Citizen')
  const grants = await db.select().from(documentAccess)
  const names = (of: string) =>
    grants
      .filter(({ documentId }) => documentId === of)
      .map(({ userName, grantedByName }) => [userName, grantedByName])
  expect([names(theirs.id), names(own.id)]).toEqual([[['Jane Citizen', 'Other']], [['Other', 'Old Name']]])
})

test('preferences have defaults, are the person’s own, and come with every session', async () => {
  const { app } = accounts
  const person = await app.person('guest')
  const stored = async (as: Person) => (await call(as, 'GET', '/api/session')).json().user.preferences
  expect(await stored(person)).toEqual(preferences())
  const chosen = preferences({ dates: 'iso', theme: 'dark' }, { accessEnding: false })
  expect((await call(person, 'PUT', '/api/preferences', chosen)).json().user.preferences).toEqual(chosen)
  expect(await stored(await app.signIn(person.id, person.email))).toEqual(chosen)
  expect(await stored(await app.person('guest'))).toEqual(preferences())
  for (const wrong of [preferences({ dates: 'roman' }), preferences({}, { security: false }), {}])
    expect(refusal(await call(person, 'PUT', '/api/preferences', wrong))).toEqual([400, 'invalid-input'])
  // Preferences that an older or newer version of Deedbox stored are never an obstacle.
  await app.services.database.db
    .update(profiles)
    .set({ preferences: { dates: 'roman', mails: { requests: 'no' } } })
    .where(eq(profiles.id, person.id))
  expect(await stored(person)).toEqual(preferences())
})

test('mail that was switched off is not sent: new requests and new trustees', async () => {
  const { app } = accounts
  const { db } = app.services.database
  const off = preferences({}, { requests: false, newTrustees: false })
  const [quietTrustee, trustee] = [await app.person('trustee'), await app.person('trustee')]
  const [quietAdmin, admin] = [await app.person('admin'), await app.person('admin')]
  for (const quiet of [quietTrustee, quietAdmin]) await call(quiet, 'PUT', '/api/preferences', off)
  const asking = await app.person('requestor')
  const asked = await call(asking, 'POST', '/api/requests', {
    documentName: 'Any will',
    clientEmail: 'client@mail.example',
  })
  expect(asked.statusCode, asked.body).toBe(201)
  const library = await app.services.auth.context()
  await app.services.contexts.work((ctx) =>
    createAccount(
      app.services,
      ctx,
      library,
      { email: 'fresh@mail.example', firstName: 'Fay', lastName: 'Fresh', role: 'trustee' },
      null,
    ),
  )
  const told = (await db.select().from(mailMessages)).map(({ kind, recipient }) => `${kind} ${recipient}`)
  expect(told).toEqual(
    expect.arrayContaining([`access_requested ${trustee.email}`, `trustee_waiting ${admin.email}`]),
  )
  expect(
    told.filter((line) => [quietTrustee.email, quietAdmin.email].some((to) => line.includes(to))),
  ).toEqual([])
})

test('an account is not closed while documents are owned, nor with a wrong password', async () => {
  const { app } = accounts
  const person = await accounts.newcomer('owner@mail.example')
  const document = await upload(app, person)
  expect((await call(person, 'GET', '/api/profile/closing')).json()).toEqual({
    documents: 1,
    lastAdministrator: false,
  })
  const close = (password: string) => call(person, 'POST', '/api/profile/close', { password })
  expect(refusal(await close(goodPassword))).toEqual([409, 'owns-documents'])
  await call(person, 'DELETE', `/api/documents/${document.id}`)
  expect(refusal(await close('Not-It-1887'))).toEqual([400, 'password-wrong'])
  expect((await call(person, 'GET', '/api/profile')).statusCode).toBe(200)
  expect((await close(goodPassword)).statusCode).toBe(200)
})

test('closing ends sessions, access, requests and invitations, keeps the record, and the email stays taken', async () => {
  const { app, smtp } = accounts
  const { db } = app.services.database
  const trustee = await app.person('trustee')
  const person = await accounts.newcomer('leaving@mail.example', 'trustee')
  const elsewhere = await app.signIn(person.id, person.email)
  const document = await upload(app, trustee)
  await call(trustee, 'POST', `/api/documents/${document.id}/access`, { email: person.email })
  const [request] = await db
    .insert(accessRequests)
    .values({
      documentName: 'A will',
      requesterId: person.id,
      requesterEmail: person.email,
      requesterName: 'Leaving',
      createdAt: new Date(),
    })
    .returning()
  const asking = await app.person('requestor')
  const asked = await call(asking, 'POST', '/api/owner-requests', {
    ownerEmail: person.email,
    message: 'Please',
  })
  await call(person, 'POST', `/api/owner-requests/${asked.json().request.id}/claim`)
  const invite = { expiresOn: null }
  const friend = { email: 'friend@mail.example', invite }
  await call(person, 'POST', `/api/documents/${document.id}/access`, friend)

  const answer = await call(person, 'POST', '/api/profile/close', { password: goodPassword })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0')
  for (const session of [person, elsewhere])
    expect((await call(session, 'GET', '/api/documents')).statusCode).toBe(401)
  expect(await rowOf(person.id)).toMatchObject({
    email: person.email,
    closedAt: expect.any(Date),
    deactivatedAt: expect.any(Date),
  })
  const grants = await db.select().from(documentAccess).where(eq(documentAccess.userEmail, person.email))
  expect(grants.map(({ status }) => status)).toEqual(['revoked'])
  const requests = await db
    .select()
    .from(accessRequests)
    .where(eq(accessRequests.id, request?.id ?? ''))
  expect(requests.map(({ status }) => status)).toEqual(['withdrawn'])
  const claimed = await db
    .select()
    .from(ownerContactRequests)
    .where(eq(ownerContactRequests.ownerEmail, person.email))
  expect(claimed.map(({ status, claimedBy }) => [status, claimedBy])).toEqual([['pending', null]])
  const invited = await db.select().from(invitations).where(eq(invitations.invitedBy, person.id))
  expect(invited.map(({ status }) => status)).toEqual(['withdrawn'])
  expect(await eventNames(app, person.email)).toEqual(
    expect.arrayContaining(['account_closed', 'access_removed']),
  )
  const mail = await smtp.next(
    ({ subject, deliveredTo }) =>
      deliveredTo === person.email && subject === 'Your Deedbox account is closed',
  )
  expect(mail.text).toContain('Nobody can sign in')

  expect(refusal(await accounts.signIn(person.email))).toEqual([401, 'login-invalid'])
  const again = await accounts.sendCode(person.email)
  expect(refusal(again)).toEqual([409, 'email-closed'])
  expect(again.json().error.message).toContain('or write to ')
})

test('the last active administrator cannot close their account', async () => {
  const { app } = accounts
  const { db } = app.services.database
  const admin = await accounts.newcomer('admin@mail.example', 'admin')
  await app.person('admin', { deactivatedAt: new Date() })
  const others = await db.select().from(profiles).where(eq(profiles.role, 'admin'))
  for (const { id } of others)
    if (id !== admin.id)
      await db.update(profiles).set({ deactivatedAt: new Date() }).where(eq(profiles.id, id))
  const close = () => call(admin, 'POST', '/api/profile/close', { password: goodPassword })
  expect((await call(admin, 'GET', '/api/profile/closing')).json().lastAdministrator).toBe(true)
  expect(refusal(await close())).toEqual([409, 'last-administrator'])
  await app.person('admin')
  expect((await close()).statusCode).toBe(200)
})
