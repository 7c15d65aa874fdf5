import { limits } from '@deedbox/contract/limits.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { accessRequests, ownerContactRequests } from '../../db/tables/requests.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import type { Person } from '../../testing/app.ts'
import {
  type Accounts,
  codeFor,
  cookieOf,
  eventNames,
  goodPassword,
  otherThan,
  startAccounts,
} from '../accounts/accounts.testing.ts'

let accounts: Accounts
let trustee: Person
let admin: Person
beforeAll(async () => {
  accounts = await startAccounts()
  trustee = await accounts.app.person('trustee', { name: 'Tess Trustee' })
  admin = await accounts.app.person('admin')
})
afterAll(() => accounts.stop())

let counted = 0
function newcomer(): Promise<Person> {
  counted += 1
  return accounts.newcomer(`old-${counted}@mail.example`)
}
const ask = (as: Person, email: string, password = goodPassword) =>
  accounts.app.call(as, 'POST', '/api/profile/email', { email, password })
const confirm = (as: Person, email: string, currentCode: string, newCode: string) =>
  accounts.app.call(as, 'POST', '/api/profile/email/confirm', { email, currentCode, newCode })

/** Asks and confirms with both codes. */
async function move(as: Person, email: string) {
  expect((await ask(as, email)).statusCode).toBe(200)
  const answer = await confirm(
    as,
    email,
    await codeFor(accounts.smtp, as.email),
    await codeFor(accounts.smtp, email),
  )
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}
const share = (document: { id: string }, email: string, more: object = {}) =>
  accounts.app.call(trustee, 'POST', `/api/documents/${document.id}/access`, { email, ...more })
const titles = async (as: Person) =>
  (await accounts.app.call(as, 'GET', '/api/documents?sort=title&direction=asc'))
    .json<{ documents: { title: string }[] }>()
    .documents.map(({ title }) => title)
const activeGrants = (email: string) =>
  accounts.app.services.database.db
    .select()
    .from(documentAccess)
    .where(and(eq(documentAccess.userEmail, email), eq(documentAccess.status, 'active')))

test('everything that is theirs follows to the new email, and nothing can be seen that could not be before', async () => {
  const { app, smtp } = accounts
  const { db } = app.services.database
  const person = await newcomer()
  const to = 'new-home@mail.example'
  const shared = await upload(app, trustee, { title: 'Shared deed' })
  await upload(app, trustee, { title: 'Hidden deed' })
  const own = await upload(app, person, { title: 'Own deed' })
  await share(shared, person.email)
  await app.call(person, 'POST', '/api/requests', { documentName: 'Some will', clientEmail: 'c@d.example' })
  await app.call(person, 'POST', '/api/owner-requests', { ownerEmail: trustee.email, message: 'Please' })
  await db.insert(ownerContactRequests).values({
    requesterEmail: admin.email,
    requesterUserId: admin.id,
    requesterName: 'Ann',
    ownerEmail: person.email,
    message: 'To the old address',
    createdAt: new Date(),
  })
  const before = await titles(person)
  expect(before).toEqual(['Own deed', 'Shared deed'])
  const elsewhere = await app.signIn(person.id, person.email)

  expect((await move(person, to)).json().user.email).toBe(to)
  expect(await titles(person)).toEqual(before)
  const [document] = await db.select().from(documents).where(eq(documents.id, own.id))
  expect(document?.ownerEmail).toBe(to)
  expect(await activeGrants(person.email)).toEqual([])
  expect((await activeGrants(to)).map(({ userId }) => userId)).toEqual([person.id])
  const requests = await db.select().from(accessRequests).where(eq(accessRequests.requesterId, person.id))
  expect(requests.map(({ requesterEmail }) => requesterEmail)).toEqual([to])
  const sent = await db.select().from(ownerContactRequests).where(eq(ownerContactRequests.requesterEmail, to))
  expect(sent.map(({ ownerEmail }) => ownerEmail)).toEqual([trustee.email])
  const asked = await db.select().from(ownerContactRequests).where(eq(ownerContactRequests.ownerEmail, to))
  expect(asked.map(({ message }) => message)).toEqual(['To the old address'])

  // The other sessions have ended, and the new email signs in.
  expect((await app.call(elsewhere, 'GET', '/api/documents')).statusCode).toBe(401)
  expect(refusal(await accounts.signIn(person.email))).toEqual([401, 'login-invalid'])
  expect((await accounts.signIn(to)).statusCode).toBe(200)
  const notice = await smtp.next(({ subject }) => subject?.includes('was changed') ?? false)
  expect([notice.deliveredTo, notice.text?.includes(to)]).toEqual([person.email, true])
  expect(await eventNames(app, to)).toEqual(
    expect.arrayContaining(['email_change_requested', 'email_changed', 'signed_in']),
  )
})

test('access that waited for the new email joins the person’s own, never for longer than it was given', async () => {
  const { app } = accounts
  const person = await newcomer()
  const to = 'invited@mail.example'
  const invite = { expiresOn: null }
  const longer = await upload(app, trustee, { title: 'Longer there' })
  const shorter = await upload(app, trustee, { title: 'Shorter there' })
  const only = await upload(app, trustee, { title: 'Only there' })
  const owned = await upload(app, person, { title: 'Owned' })
  await share(longer, person.email, { expiresOn: '2031-01-01' })
  await share(longer, to, { expiresOn: '2032-01-01', accessLevel: 'view', invite })
  await share(shorter, person.email, { expiresOn: '2032-01-01', accessLevel: 'view' })
  await share(shorter, to, { expiresOn: '2031-01-01', invite })
  await share(only, to, { expiresOn: '2031-01-01', invite })
  await share(owned, to, { expiresOn: '2031-01-01', invite })
  const invited = await app.call(admin, 'GET', '/api/invitations')
  expect(invited.body).toContain(to)

  await move(person, to)
  expect(await titles(person)).toEqual(['Longer there', 'Only there', 'Owned', 'Shorter there'])
  const grants = await activeGrants(to)
  const of = (id: string) =>
    grants
      .filter(({ documentId }) => documentId === id)
      .map(({ accessLevel, expiresAt }) => [accessLevel, expiresAt?.getUTCFullYear()])
  expect([of(longer.id), of(shorter.id), of(only.id), of(owned.id)]).toEqual([
    [['view', 2032]],
    [['view', 2032]],
    [['download', 2031]],
    [],
  ])
  // The invitation is gone, so nobody can sign up with that address any more.
  expect((await app.call(admin, 'GET', '/api/invitations')).body).not.toContain(to)
  expect((await eventNames(app, to)).filter((event) => event === 'invitation_withdrawn')).toHaveLength(1)
})

test('both codes are needed; each belongs to one person, one address and five tries', async () => {
  const { app, smtp } = accounts
  const person = await newcomer()
  const to = 'both@mail.example'
  await ask(person, to)
  const [current, next] = [await codeFor(smtp, person.email), await codeFor(smtp, to)]
  const wrong = await confirm(person, to, current, otherThan(next))
  expect([refusal(wrong), Object.keys(wrong.json().error.fields)]).toEqual([
    [400, 'verification-failed'],
    ['newCode'],
  ])
  const swapped = await confirm(person, to, next === current ? otherThan(next) : next, otherThan(next))
  expect(Object.keys(swapped.json().error.fields)).toEqual(['currentCode', 'newCode'])
  expect(refusal(await confirm(person, 'other@mail.example', current, next))).toEqual([
    400,
    'no-pending-code',
  ])
  expect(refusal(await confirm(await newcomer(), to, current, next))).toEqual([400, 'no-pending-code'])
  for (let tries = 2; tries < limits.code.tries; tries += 1)
    await confirm(person, to, current, otherThan(next))
  // Wrong codes count like wrong passwords: every door is locked.
  expect(refusal(await confirm(person, to, current, next))).toEqual([429, 'login-locked'])

  app.shift(limits.lockout.minutes * 60_000)
  await ask(person, to)
  const again = [await codeFor(smtp, person.email), await codeFor(smtp, to)] as const
  app.shift(limits.code.livesMs + 1_000)
  expect(refusal(await confirm(person, to, ...again))).toEqual([400, 'code-expired'])
})

test('a code for another address does not confirm this one', async () => {
  const { smtp } = accounts
  const person = await newcomer()
  await ask(person, 'first@mail.example')
  await codeFor(smtp, person.email)
  const first = await codeFor(smtp, 'first@mail.example')
  await ask(person, 'second@mail.example')
  const current = await codeFor(smtp, person.email)
  expect(refusal(await confirm(person, 'first@mail.example', current, first))).toEqual([
    400,
    'verification-failed',
  ])
})

test('an address with an account, the same address and a wrong password are refused; guesses lock the account', async () => {
  const person = await newcomer()
  expect(refusal(await ask(person, trustee.email))).toEqual([409, 'user-exists'])
  expect(refusal(await ask(person, person.email))).toEqual([400, 'email-same'])
  expect(refusal(await ask(trustee, 'free@mail.example'))).toEqual([409, 'password-missing'])
  for (let tries = 0; tries < limits.lockout.failures; tries += 1)
    expect(refusal(await ask(person, 'free@mail.example', 'Not-It-1887'))).toEqual([400, 'password-wrong'])
  expect(refusal(await ask(person, 'free@mail.example'))).toEqual([429, 'login-locked'])
  expect(refusal(await accounts.signIn(person.email))).toEqual([429, 'login-locked'])
})

test('somebody who signs up with the address meanwhile keeps it', async () => {
  const { app, smtp } = accounts
  const person = await newcomer()
  const to = 'taken@mail.example'
  await ask(person, to)
  const codes = [await codeFor(smtp, person.email), await codeFor(smtp, to)] as const
  const { answer } = await accounts.signUp(to)
  expect(cookieOf(answer)).not.toBe('')
  expect(refusal(await confirm(person, to, ...codes))).toEqual([409, 'user-exists'])
  expect((await app.call(person, 'GET', '/api/session')).json().user.email).toBe(person.email)
})

test('the share of a matter follows to the new email: what enters the matter later is theirs, and not of who has the old one', async () => {
  const { app } = accounts
  const person = await newcomer()
  const to = 'moved-with-a-matter@mail.example'
  const trust = { name: 'Quill Family Trust', kind: 'family_trust' }
  const { matter } = (await app.call(trustee, 'POST', '/api/matters', trust)).json()
  await upload(app, trustee, { title: 'A deed', matterId: matter.id })
  const shared = await app.call(trustee, 'POST', `/api/matters/${matter.id}/shares`, {
    recipients: [{ email: person.email }],
    ...{ later: true, expiresOn: '2030-01-01' },
  })
  expect(shared.json().results, shared.body).toMatchObject([{ given: 1, error: null }])
  await move(person, to)
  await upload(app, trustee, { title: 'B minutes', matterId: matter.id })
  expect((await activeGrants(to)).map(({ userId }) => userId)).toEqual([person.id, person.id])
  expect(await activeGrants(person.email)).toEqual([])
})
