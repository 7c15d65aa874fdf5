import { dayMs, daysAfter } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitations, organizations, profiles } from '../../db/tables/accounts.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { type Accounts, eventsOf, startAccounts } from './accounts.testing.ts'
import { endGuests } from './end-guests.ts'

let the: Accounts
beforeAll(async () => {
  the = await startAccounts()
})
afterAll(() => the.stop())

const db = () => the.app.services.database.db
const now = () => new Date(Date.now() + the.app.services.clock.shiftMs)
const profileOf = async (email: string) =>
  (await db().select().from(profiles).where(eq(profiles.email, email)))[0]

test('an open invitation decides role and dates, and grants to the email become theirs', async () => {
  const admin = await the.app.person('admin')
  const organizationId = crypto.randomUUID()
  await db().insert(organizations).values({ id: organizationId, name: 'Hartley & Lowe', createdAt: now() })
  const invitation = {
    id: crypto.randomUUID(),
    email: 'invited@example.com',
    role: 'requestor',
    professionalType: 'accountant',
    organizationId,
    invitedBy: admin.id,
    invitedByName: 'Test admin',
    createdAt: now(),
    expiresAt: daysAfter(now(), 30),
  }
  await db().insert(invitations).values(invitation)
  const grantId = await grantTo('invited@example.com', admin.id)
  const { answer } = await the.signUp('invited@example.com', { role: 'guest' })
  expect(answer.json().user).toMatchObject({
    role: 'requestor',
    confirmed: true,
    organizationId,
    organizationName: 'Hartley & Lowe',
    professionalType: 'accountant',
    accessExpiresAt: null,
  })
  const [kept] = await db().select().from(invitations).where(eq(invitations.id, invitation.id))
  expect(kept?.status).toBe('accepted')
  const [grant] = await db().select().from(documentAccess).where(eq(documentAccess.id, grantId))
  expect(grant).toMatchObject({ userId: answer.json().user.id, userName: 'Ada Lovelace' })
  const made = (await eventsOf(the.app, 'invited@example.com')).find(
    ({ event }) => event === 'account_created',
  )
  expect(made?.details).toEqual({ role: 'requestor', invitationId: invitation.id, grants: [grantId] })
})

test('an invited guest always has an end, also by an invitation that names none', async () => {
  const admin = await the.app.person('admin')
  await db()
    .insert(invitations)
    .values({
      email: 'endless@example.com',
      role: 'guest',
      invitedBy: admin.id,
      invitedByName: 'Test admin',
      createdAt: now(),
      expiresAt: daysAfter(now(), 1),
    })
  const { answer } = await the.signUp('endless@example.com')
  const ends = Date.parse(answer.json().user.accessExpiresAt)
  expect((ends - now().getTime()) / dayMs).toBeGreaterThan(89)
  expect((ends - now().getTime()) / dayMs).toBeLessThan(91.1)
})

test('a guest who signed up alone has 90 days, and one from before is given them and told, once', async () => {
  const { answer } = await the.signUp('alone@example.com', { role: 'guest' })
  const ends = Date.parse(answer.json().user.accessExpiresAt)
  expect((ends - now().getTime()) / dayMs).toBeGreaterThan(89)
  expect((ends - now().getTime()) / dayMs).toBeLessThan(91.1)

  const before = await the.app.person('guest', { email: 'endless@guests.example', firstName: 'Edna' })
  const away = await the.app.person('guest', { deactivatedAt: now() })
  await Promise.all([endGuests(the.app.services), endGuests(the.app.services)])
  const [given] = await db().select().from(profiles).where(eq(profiles.id, before.id))
  expect(given?.accessExpiresAt?.toISOString()).toBe(new Date(ends).toISOString())
  const mail = await the.smtp.next(({ deliveredTo }) => deliveredTo === before.email)
  expect(mail.subject).toMatch(/^Your guest access to Deedbox ends on \d{1,2} \w+ \d{4}$/)
  expect(mail.text).toContain('Hello Edna,')
  const about = (email: string) => db().select().from(mailMessages).where(eq(mailMessages.recipient, email))
  expect(await about(before.email)).toHaveLength(1)
  expect((await eventsOf(the.app, before.email)).map(({ event }) => event)).toEqual(['access_expiry_set'])
  // Somebody who is deactivated is told once they are back.
  expect(await about(away.email)).toEqual([])
})

test('every administrator is told of a trustee who waits, and the trustee of being confirmed', async () => {
  const admin = await the.app.person('admin')
  const deactivated = await the.app.person('admin', { deactivatedAt: now() })
  const { person } = await the.signUp('waits@example.com', { role: 'trustee' })
  const told = await the.smtp.next(({ deliveredTo }) => deliveredTo === admin.email)
  expect(told.subject).toBe('Ada Lovelace signed up as a trustee and needs confirmation')
  expect(told.text).toContain('/admin/users?status=unconfirmed')
  const kinds = await db().select().from(mailMessages).where(eq(mailMessages.recipient, deactivated.email))
  expect(kinds).toEqual([])
  const list = async () => (await the.app.call(admin, 'GET', '/api/users?search=nobody')).json()
  const { waiting } = await list()
  expect((await the.app.call(admin, 'POST', `/api/users/${person.id}/confirm`)).statusCode).toBe(200)
  expect((await list()).waiting).toBe(waiting - 1)
  const mail = await the.smtp.next(
    ({ deliveredTo, subject }) => deliveredTo === person.email && /confirmed/.test(subject ?? ''),
  )
  expect(mail.subject).toBe('Your trustee account is confirmed')
  expect(mail.text).not.toContain('Report this message')
})

test.each(['withdrawn', 'expired'])('an invitation that is %s decides nothing', async (state) => {
  const admin = await the.app.person('admin')
  await db()
    .insert(invitations)
    .values({
      email: `${state}@example.com`,
      role: 'trustee',
      invitedBy: admin.id,
      invitedByName: 'Test admin',
      createdAt: now(),
      expiresAt: new Date(now().getTime() + (state === 'expired' ? 0 : dayMs)),
      status: state === 'withdrawn' ? 'withdrawn' : 'open',
    })
  await the.signUp(`${state}@example.com`, { role: 'trustee' })
  expect(await profileOf(`${state}@example.com`)).toMatchObject({ role: 'trustee', confirmedAt: null })
})

async function grantTo(email: string, ownerId: string): Promise<string> {
  const documentId = crypto.randomUUID()
  const id = crypto.randomUUID()
  await db()
    .insert(documents)
    .values({
      id: documentId,
      title: 'Deed',
      createdAt: now(),
      fileName: 'deed.pdf',
      filePath: `${ownerId}/1.pdf`,
      fileSize: 1,
      fileType: 'application/pdf',
      sha256: '0'.repeat(64),
      ownerId,
      ownerName: 'Test admin',
      ownerEmail: 'admin@example.com',
      masterKeyId: 'none',
    })
  await db()
    .insert(documentAccess)
    .values({
      id,
      documentId,
      userEmail: email,
      userName: email,
      grantedBy: ownerId,
      grantedByName: 'Test admin',
      grantedAt: now(),
      expiresAt: daysAfter(now(), 1),
    })
  return id
}
