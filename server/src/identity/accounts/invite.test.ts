import { dayMs, daysAfter } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { roles } from '@deedbox/contract/permissions.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invitations, organizations, profiles } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { documentAccess } from '../../db/tables/documents.ts'
import { upload } from '../../sharing/grants/sample.testing.ts'
import type { Person } from '../../testing/app.ts'
import { type Accounts, codeOf, eventNames, startAccounts } from './accounts.testing.ts'

let the: Accounts
let admin: Person
let orgAdmin: Person
let trustee: Person
const ours = crypto.randomUUID()
beforeAll(async () => {
  the = await startAccounts()
  const createdAt = new Date()
  await db().insert(organizations).values({ id: ours, name: 'Ours', createdAt })
  admin = await the.app.person('admin')
  orgAdmin = await the.app.person('b2b_admin', { organizationId: ours })
  trustee = await the.app.person('trustee')
})
afterAll(() => the.stop())

const db = () => the.app.services.database.db
const invite = (as: Person, email: string, more: object = {}) =>
  the.app.call(as, 'POST', '/api/invitations', { email, role: 'guest', ...more })
const share = (as: Person, documentId: string, email: string, expiresOn: string | null = null) =>
  the.app.call(as, 'POST', `/api/documents/${documentId}/access`, { email, invite: { expiresOn } })
const grantsTo = (email: string) =>
  db().select().from(documentAccess).where(eq(documentAccess.userEmail, email))
const invitationsOf = (email: string) => db().select().from(invitations).where(eq(invitations.email, email))
const dayAhead = (days: number) =>
  new Date(Date.now() + the.app.services.clock.shiftMs + days * dayMs).toISOString().slice(0, 10)
let counter = 0
const someone = () => `someone${++counter}@outside.example`

describe('who may invite to which role and organisation', () => {
  const callers = ['admin', 'b2b_admin', 'trustee', 'unconfirmed trustee', 'requestor', 'guest'] as const
  const table = callers.flatMap((caller) => roles.map((role) => [caller, role] as const))
  const allowed = (caller: string, role: string) =>
    caller === 'admin' || (caller === 'b2b_admin' && (role === 'requestor' || role === 'guest'))

  test.each(table)('a %s invites a %s', async (caller, role) => {
    const as =
      caller === 'unconfirmed trustee'
        ? await the.app.person('trustee', { confirmedAt: null, organizationId: ours })
        : await the.app.person(caller, { organizationId: ours })
    const email = someone()
    const answer = await invite(as, email, { role, organization: 'Theirs' })
    if (!allowed(caller, role)) {
      expect(codeOf(answer)).toBe(caller === 'b2b_admin' ? 'invite-not-allowed' : 'not-allowed')
      expect(await invitationsOf(email)).toEqual([])
      return
    }
    expect(answer.json().invitation).toMatchObject({
      role,
      organizationName: caller === 'b2b_admin' ? 'Ours' : 'Theirs',
    })
  })

  test('an Org Admin without an organisation invites nobody', async () => {
    expect(codeOf(await invite(await the.app.person('b2b_admin'), someone()))).toBe('invite-not-allowed')
  })

  test('an Org Admin sees, withdraws and manages what is of their organisation only', async () => {
    const [mine, others] = [someone(), someone()]
    const own = (await invite(orgAdmin, mine)).json().invitation
    const other = (await invite(admin, others)).json().invitation
    const list = (await the.app.call(orgAdmin, 'GET', '/api/invitations')).json()
    const named = (await the.app.call(orgAdmin, 'GET', '/api/organization-names')).json()
    expect(named.organizations).toEqual([{ id: ours, name: 'Ours' }])
    expect(list.invitations.map(({ email }: { email: string }) => email)).toContain(mine)
    expect(list.invitations.map(({ email }: { email: string }) => email)).not.toContain(others)
    const withdraw = (id: string) => the.app.call(orgAdmin, 'DELETE', `/api/invitations/${id}`)
    expect(codeOf(await withdraw(other.id))).toBe('invitation-not-found')
    expect((await withdraw(own.id)).statusCode).toBe(200)

    const member = await the.app.person('guest', { organizationId: ours })
    const stranger = await the.app.person('guest')
    const people = (await the.app.call(orgAdmin, 'GET', '/api/users?role=guest')).json()
    expect(people.users.map(({ id }: { id: string }) => id)).toContain(member.id)
    expect(people.users.map(({ id }: { id: string }) => id)).not.toContain(stranger.id)
    const expire = ({ id }: Person) =>
      the.app.call(orgAdmin, 'POST', `/api/users/${id}/access-expiry`, { expiresOn: dayAhead(9) })
    expect((await expire(member)).statusCode).toBe(200)
    expect(codeOf(await expire(stranger))).toBe('user-not-found')
  })
})

describe('sharing with somebody who has no account', () => {
  test('an unconfirmed trustee shares with people who have an account, and invites nobody', async () => {
    const fresh = await the.app.person('trustee', { confirmedAt: null })
    const document = await upload(the.app, fresh, { title: 'My own deed' })
    const email = someone()
    const answer = await share(fresh, document.id, email)
    expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'invite-unconfirmed'])
    expect(await invitationsOf(email)).toEqual([])
    expect(await grantsTo(email)).toEqual([])
    const known = await the.app.person('requestor')
    expect((await share(fresh, document.id, known.email)).statusCode).toBe(201)
  })

  test('a guest has 90 days where nothing else is said, and an invitation does not outlive its guest', async () => {
    const document = await upload(the.app, trustee, { title: 'Deed' })
    const [usual, short] = [someone(), someone()]
    await share(trustee, document.id, usual)
    await share(trustee, document.id, short, dayAhead(10))
    const days = (at: Date | null | undefined) => (Number(at) - Date.now()) / dayMs
    const [ninety] = await invitationsOf(usual)
    expect(days(ninety?.accessExpiresAt)).toBeGreaterThan(limits.guestDays - 1)
    expect(days(ninety?.accessExpiresAt)).toBeLessThan(limits.guestDays + 1.1)
    expect(days(ninety?.expiresAt)).toBeCloseTo(limits.invitationDays, 1)
    const [ten] = await invitationsOf(short)
    expect(ten?.expiresAt).toEqual(ten?.accessExpiresAt)
    expect(codeOf(await share(trustee, document.id, someone(), dayAhead(4_000)))).toBe('expiry-far')
    const invited = (await invite(admin, someone())).json().invitation
    expect(days(new Date(invited.accessExpiresAt))).toBeGreaterThan(limits.guestDays - 1)
  })
})

describe("an administrator's invitation replaces anybody else's", () => {
  /** Invites as an unconfirmed trustee could in former versions. */
  async function invitedBefore(as: Person, email: string) {
    const document = await upload(the.app, as, { title: 'Their deed' })
    const now = new Date()
    await db()
      .insert(invitations)
      .values({
        email,
        role: 'guest',
        invitedBy: as.id,
        invitedByName: 'Uma',
        createdAt: now,
        expiresAt: daysAfter(now, 30),
      })
    await db()
      .insert(documentAccess)
      .values({
        documentId: document.id,
        userEmail: email,
        userName: email,
        grantedBy: as.id,
        grantedByName: 'Uma',
        grantedAt: now,
        expiresAt: daysAfter(now, 30),
      })
  }

  test('whom an unconfirmed trustee invited as a guest and an administrator as trustee is a confirmed trustee', async () => {
    const fresh = await the.app.person('trustee', { confirmedAt: null })
    await invitedBefore(fresh, 'x@outside.example')
    const answer = await invite(admin, 'x@outside.example', { role: 'trustee', organization: 'Chen' })
    expect(answer.statusCode, answer.body).toBe(201)
    const { answer: signedUp } = await the.signUp('x@outside.example', { role: 'guest' })
    expect(signedUp.json().user).toMatchObject({
      role: 'trustee',
      confirmed: true,
      organizationName: 'Chen',
      accessExpiresAt: null,
    })
    expect(await grantsTo('x@outside.example')).toMatchObject([{ status: 'revoked' }])
    const names = await eventNames(the.app, 'x@outside.example')
    expect(names).toEqual(expect.arrayContaining(['invitation_replaced', 'user_invited', 'revoked']))
    const statuses = (await invitationsOf('x@outside.example')).map(({ status }) => status)
    expect(statuses.sort()).toEqual(['accepted', 'replaced'])
  })

  test('what the granter may still grant stays', async () => {
    const document = await upload(the.app, trustee, { title: 'Shared deed' })
    const email = someone()
    await share(trustee, document.id, email, dayAhead(20))
    await invite(admin, email, { role: 'requestor' })
    expect(await grantsTo(email)).toMatchObject([{ status: 'active' }])
    const { answer } = await the.signUp(email)
    expect(answer.json().user.role).toBe('requestor')
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    const seen = await the.app.call({ ...trustee, cookie }, 'GET', `/api/documents/${document.id}`)
    expect(seen.statusCode).toBe(200)
  })

  test("but not another administrator's, and nobody else changes what an administrator said", async () => {
    const other = await the.app.person('admin')
    const email = someone()
    const { invitation } = (await invite(other, email, { expiresOn: dayAhead(20) })).json()
    expect(codeOf(await invite(admin, email, { role: 'trustee' }))).toBe('invitation-exists')
    expect(codeOf(await invite(orgAdmin, email))).toBe('invitation-exists')
    const document = await upload(the.app, trustee, { title: 'Deed' })
    expect((await share(trustee, document.id, email, dayAhead(60))).statusCode).toBe(201)
    const [kept] = await invitationsOf(email)
    expect(kept).toMatchObject({ id: invitation.id, status: 'open' })
    expect(kept?.accessExpiresAt?.toISOString()).toBe(invitation.accessExpiresAt)
    // A person who was an administrator and is one no more is anybody else.
    await db().update(profiles).set({ role: 'trustee' }).where(eq(profiles.id, other.id))
    expect((await invite(admin, email, { role: 'trustee' })).statusCode).toBe(201)
    const replaced = and(eq(auditEvents.event, 'invitation_replaced'), eq(auditEvents.subjectEmail, email))
    expect(await db().$count(auditEvents, replaced)).toBe(1)
  })

  test('an administrator who shares takes over the guest, of two at once one', async () => {
    const document = await upload(the.app, trustee, { title: 'Deed' })
    const email = someone()
    await share(trustee, document.id, email, dayAhead(60))
    expect((await share(admin, document.id, email, dayAhead(20))).statusCode).toBe(201)
    const open = (await invitationsOf(email)).filter(({ status }) => status === 'open')
    expect(open).toMatchObject([{ invitedBy: admin.id }])
    const answers = await Promise.all([1, 2].map(() => invite(admin, email)))
    expect(answers.map(codeOf)).toEqual(['invitation-exists', 'invitation-exists'])
  })
})
