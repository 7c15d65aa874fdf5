import { dayMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitations } from '../../db/tables/accounts.ts'
import { acting } from '../../kernel/context/context.ts'
import type { Person } from '../../testing/app.ts'
import { type Accounts, codeFor, codeOf, eventNames, startAccounts } from './accounts.testing.ts'
import { inviteGuest } from './invite.ts'

let the: Accounts
let admin: Person
beforeAll(async () => {
  the = await startAccounts()
  admin = await the.app.person('admin', { name: 'Margaret Hartley' })
})
afterAll(() => the.stop())

const invite = (email: string, more: object = {}) =>
  the.app.call(admin, 'POST', '/api/invitations', { email, role: 'trustee', ...more })
const offer = (token: string) => the.app.call(null, 'GET', `/api/invitations/${token}`)
const listed = async () => (await the.app.call(admin, 'GET', '/api/invitations')).json()
const mailTo = (email: string) => the.smtp.next(({ deliveredTo }) => deliveredTo === email)

test('an invited trustee gets a mail with the link, and is born confirmed', async () => {
  const answer = await invite(' New@Example.com', { firstName: 'Nell', lastName: 'New' })
  expect(answer.statusCode).toBe(201)
  const { invitation, emailSent } = answer.json()
  expect(emailSent).toBe(true)
  expect(invitation).toMatchObject({
    email: 'new@example.com',
    role: 'trustee',
    invitedBy: 'Margaret Hartley',
  })
  const mail = await mailTo('new@example.com')
  const { publicUrl } = the.app.services.place()
  expect(mail.subject).toBe('You are invited to Deedbox')
  expect(mail.text).toContain(`${publicUrl}/signup?invitation=${invitation.id}`)
  expect(mail.text).toContain('Role: Trustee')
  expect((await offer(invitation.id)).json()).toEqual({
    email: 'new@example.com',
    firstName: 'Nell',
    lastName: 'New',
    role: 'trustee',
    organizationName: null,
    invitedBy: 'Margaret Hartley',
  })
  await the.sendCode('new@example.com')
  const signedUp = await the.verify('new@example.com', await codeFor(the.smtp, 'new@example.com'))
  expect(signedUp.json().user).toMatchObject({ role: 'trustee', confirmed: true })
  expect(codeOf(await offer(invitation.id))).toBe('invitation-invalid')
  expect(await eventNames(the.app, 'new@example.com')).toContain('user_invited')
})

test('an Org Admin needs an organisation, which is made once, whatever its case', async () => {
  const without = await invite('org1@example.com', { role: 'b2b_admin' })
  expect(without.json().error).toMatchObject({
    code: 'invalid-input',
    fields: { organization: expect.any(String) },
  })
  await invite('org1@example.com', { role: 'b2b_admin', organization: 'Lowe & Partners' })
  const second = await invite('org2@example.com', { role: 'b2b_admin', organization: 'lowe & partners' })
  expect(second.json().invitation.organizationName).toBe('Lowe & Partners')
  await invite('org3@example.com', { role: 'requestor', professionalType: 'notary' })
  const { invitations: open } = await listed()
  const found = await the.app.call(admin, 'GET', '/api/organization-names?search=partners%20LOWE')
  expect(found.json().organizations.map(({ name }: { name: string }) => name)).toEqual(['Lowe & Partners'])
  expect(open.slice(0, 3)).toMatchObject([
    { email: 'org3@example.com', organizationName: null },
    { email: 'org2@example.com', organizationName: 'Lowe & Partners' },
    { email: 'org1@example.com', organizationName: 'Lowe & Partners' },
  ])
  await the.sendCode('org1@example.com')
  const mail = await mailTo('org1@example.com')
  expect(mail.text).toContain('Organisation: Lowe & Partners')
  const signedUp = await the.verify('org1@example.com', await codeFor(the.smtp, 'org1@example.com'))
  expect(signedUp.json().user).toMatchObject({ role: 'b2b_admin', organizationName: 'Lowe & Partners' })
})

test('a guest may be given a last day; nobody else may', async () => {
  const answer = await invite('guest@example.com', { role: 'guest', expiresOn: '2030-07-01' })
  expect(answer.json().invitation.accessExpiresAt).toBe('2030-07-01T13:59:59.999Z')
  expect((await mailTo('guest@example.com')).text).toContain('Access until: 1 July 2030')
  expect(codeOf(await invite('past@example.com', { role: 'guest', expiresOn: '2020-01-01' }))).toBe(
    'expiry-past',
  )
  expect(codeOf(await invite('other@example.com', { expiresOn: '2030-07-01' }))).toBe('not-a-guest')
})

test('nobody is invited who has an account or an open invitation, not even twice at once', async () => {
  await the.app.person('requestor', { email: 'member@example.com' })
  expect((await invite('member@example.com')).json().error).toMatchObject({
    code: 'user-exists',
    message: 'A person with this email already has an account.',
  })
  const answers = await Promise.all([1, 2, 3].map(() => invite('thrice@example.com')))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  expect(answers.filter((answer) => codeOf(answer) === 'invitation-exists')).toHaveLength(2)
})

test('a withdrawn or expired invitation is not valid and leaves room for a new one', async () => {
  const { id } = (await invite('withdraw@example.com')).json().invitation
  const withdraw = () => the.app.call(admin, 'DELETE', `/api/invitations/${id}`)
  expect((await withdraw()).json()).toEqual({ success: true })
  expect(codeOf(await withdraw())).toBe('invitation-withdrawn')
  expect((await offer(id)).json().error).toMatchObject({
    code: 'invitation-invalid',
    message: 'This invitation is no longer valid. Please ask for a new one.',
  })
  expect((await invite('withdraw@example.com')).statusCode).toBe(201)
  the.app.shift(30 * dayMs)
  expect((await listed()).invitations).toEqual([])
  expect((await invite('withdraw@example.com')).statusCode).toBe(201)
})

test('what is no invitation at all is not valid', async () => {
  for (const token of [crypto.randomUUID(), 'not-a-uuid-but-long'])
    expect(codeOf(await offer(token))).toBe('invitation-invalid')
})

test('a mail that does not go out is told, and the invitation stands', async () => {
  the.smtp.refuse(450)
  const answer = await invite('unreachable@example.com')
  the.smtp.refuse(null)
  expect(answer.json().emailSent).toBe(false)
  expect((await offer(answer.json().invitation.id)).statusCode).toBe(200)
})

test('inviting a guest for a share uses an open invitation again and prolongs it', async () => {
  const caller = { token: tokenOf(admin), device: null, ip: null, userAgent: null, requestId: null }
  const guest = (expiresOn: string | null) =>
    the.app.services.contexts.transact(caller, async (ctx) => {
      await ctx.audit({ event: 'access_granted', subjectEmail: 'shared@example.com' })
      return inviteGuest(acting(ctx), { email: 'shared@example.com', expiresOn })
    })
  const endOf = async (id: string) => (await rowOf(id))?.accessExpiresAt?.toISOString().slice(0, 10)
  const [soon, later] = [dayAhead(20), dayAhead(120)]
  const { id } = await guest(soon)
  expect(await endOf(id)).toBe(soon)
  expect(await guest(later)).toEqual({ id })
  expect(await guest(soon)).toEqual({ id })
  expect(await endOf(id)).toBe(later)
  expect(await guest(null)).toEqual({ id })
  expect(await endOf(id)).toBe(later)
  const names = await eventNames(the.app, 'shared@example.com')
  expect(names.filter((name) => name === 'user_invited')).toHaveLength(1)
})

const dayAhead = (days: number) =>
  new Date(Date.now() + the.app.services.clock.shiftMs + days * dayMs).toISOString().slice(0, 10)
const rowOf = async (id: string) =>
  (await the.app.services.database.db.select().from(invitations).where(eq(invitations.id, id)))[0]
const tokenOf = ({ cookie }: Person) => decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? null
