import { addDays } from '@deedbox/contract/dates.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import { removeDeletedContent } from '../../documents/documents.jobs.ts'
import { startAccounts } from '../../identity/accounts/accounts.testing.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { documentExpiring } from '../../sharing/notices/document-expiring.mail.tsx'
import { tellDue } from '../../sharing/notices/notices.ts'
import type { Person, TestApp } from '../../testing/app.ts'

let the: Awaited<ReturnType<typeof startAccounts>>
let app: TestApp
let admin: Person
let other: Person
beforeAll(async () => {
  the = await startAccounts({ SUPPORT_EMAIL: 'Office@Practice.example' })
  app = the.app
  other = await app.person('admin')
})
beforeEach(async () => {
  admin = await app.person('admin')
})
afterAll(() => the.stop())

const read = async (): Promise<{ values: Settings; changes: { setting: string }[] }> =>
  (await app.call(admin, 'GET', '/api/settings')).json()
const put = (as: Person, changes: Partial<Settings>, was: Partial<Settings>) =>
  app.call(as, 'PUT', '/api/settings', { changes, was })
async function change(changes: Partial<Settings>) {
  const answer = await put(admin, changes, (await read()).values)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const changesOf = async (person: Person) => {
  const rows = await app.services.database.db
    .select({ event: auditEvents.event, details: auditEvents.details })
    .from(auditEvents)
    .where(eq(auditEvents.actorId, person.id))
    .orderBy(auditEvents.id)
  return rows.filter(({ event }) => event === 'setting_changed').map(({ details }) => details)
}
const deployment = async () => (await app.call(null, 'GET', '/api/session')).json().deployment

test('a change applies to the next request, is audited with both values, and says who made it', async () => {
  expect((await read()).values).toMatchObject({ supportEmail: 'Office@Practice.example', phone: '' })
  const answer = await change({ phone: ' (02) 9000 0000 ', supportEmail: 'Help@Practice.example' })
  expect(answer.values).toMatchObject({ phone: '(02) 9000 0000', supportEmail: 'help@practice.example' })
  expect(answer.defaults.supportEmail).toBe('Office@Practice.example')
  expect(answer.changes).toContainEqual({
    setting: 'phone',
    from: '',
    to: '(02) 9000 0000',
    by: 'Test admin',
    at: expect.any(String),
  })
  expect(await deployment()).toMatchObject({ phone: '(02) 9000 0000', supportEmail: 'help@practice.example' })
  expect(await changesOf(admin)).toEqual([
    { setting: 'supportEmail', from: 'Office@Practice.example', to: 'help@practice.example' },
    { setting: 'phone', from: '', to: '(02) 9000 0000' },
  ])
  await change({ phone: '(02) 9000 0000' })
  expect(await changesOf(admin)).toHaveLength(2)
})

test('of two administrators who change the same setting, the second is told and nothing is stored', async () => {
  const seen = (await read()).values
  const both = await Promise.all([
    put(admin, { deploymentName: 'One', officeAddress: '1 Hill Street' }, seen),
    put(other, { deploymentName: 'Two', hosting: 'In Sydney.' }, seen),
  ])
  const [lost] = both.filter(({ statusCode }) => statusCode !== 200)
  const [won] = both.filter(({ statusCode }) => statusCode === 200)
  expect(lost && refusal(lost)).toEqual([409, 'setting-changed'])
  expect(Object.keys(lost?.json().error.fields)).toEqual(['changes.deploymentName'])
  expect((await read()).values).toEqual(won?.json().values)
  const { officeAddress, hosting } = (await read()).values
  expect([officeAddress, hosting].filter(Boolean)).toHaveLength(1)
  expect((await put(other, { officeAddress: '2 Hill Street' }, { officeAddress })).statusCode).toBe(200)
})

test.each([
  [{ timeZone: 'Mars/Olympus' }, 'changes.timeZone'],
  [{ sessionDays: 0 }, 'changes.sessionDays'],
  [{ deletedKeptDays: 29 }, 'changes.deletedKeptDays'],
  [{ signUpRoles: [] }, 'changes.signUpRoles'],
  [
    { maintenance: { message: 'Soon', from: '2026-12-03T10:00:00Z', until: '2026-12-03T09:00:00Z' } },
    'changes.maintenance.until',
  ],
])('%j is refused', async (changes, field) => {
  const answer = await put(admin, changes as Partial<Settings>, (await read()).values)
  expect(answer.statusCode).toBe(400)
  expect(Object.keys(answer.json().error.fields)).toEqual([field])
})

test('a shorter session length ends the sessions beyond it at once, and no others', async () => {
  const { person } = await the.signUp('long@example.com')
  app.shift(3 * dayMs)
  const { person: fresh } = await the.signUp('fresh@example.com')
  admin = await app.person('admin')
  const who = async (as: Person) => (await app.call(as, 'GET', '/api/session')).json().user?.email
  expect(await who(person)).toBe('long@example.com')
  await change({ sessionDays: 2 })
  expect(await who(person)).toBeUndefined()
  expect(await who(fresh)).toBe('fresh@example.com')
  await change({ sessionDays: 30 })
})

test('sign-up by invitation is for people with one, and for owners who were asked for documents', async () => {
  await change({ signUp: 'invited' })
  const requestor = await app.person('requestor')
  const asked = { ownerEmail: 'owner@invited.example', message: 'The deed, please.', anyway: true }
  expect((await app.call(requestor, 'POST', '/api/owner-requests', asked)).statusCode).toBe(201)
  const invite = { email: 'guest@invited.example', firstName: 'G', lastName: 'H', role: 'guest' }
  expect((await app.call(admin, 'POST', '/api/invitations', invite)).statusCode).toBe(201)

  const refused = await the.sendCode('anyone@invited.example')
  expect(refusal(refused)).toEqual([403, 'sign-up-invited'])
  expect(refused.json().error.message).toContain('help@practice.example')
  expect(refusal(await the.verify('anyone@invited.example', '123456'))).toEqual([403, 'sign-up-invited'])
  // A trustee, and nothing else, is what they are as the owner of documents.
  expect(refusal(await the.sendCode('owner@invited.example'))).toEqual([403, 'sign-up-invited'])
  const { answer } = await the.signUp('owner@invited.example', { role: 'trustee' })
  expect(answer.json().user).toMatchObject({ role: 'trustee', confirmed: false })
  expect((await the.signUp('guest@invited.example')).answer.json().user.role).toBe('guest')
})

test('while sign-up is closed nobody makes an account, invited or not', async () => {
  await change({ signUp: 'open' })
  const invite = { email: 'late@closed.example', firstName: 'G', lastName: 'H', role: 'requestor' }
  expect((await app.call(admin, 'POST', '/api/invitations', invite)).statusCode).toBe(201)
  await change({ signUp: 'closed' })
  expect(refusal(await the.sendCode('late@closed.example'))).toEqual([403, 'sign-up-closed'])
  expect(refusal(await the.verify('late@closed.example', '123456'))).toEqual([403, 'sign-up-closed'])
  await change({ signUp: 'open', signUpRoles: ['trustee'] })
  expect(refusal(await the.sendCode('new@closed.example'))).toEqual([403, 'sign-up-role'])
  expect((await the.sendCode('new@closed.example', { role: 'guest' })).statusCode).toBe(200)
  expect((await the.sendCode('late@closed.example')).statusCode).toBe(200)
  await change({ signUpRoles: ['trustee', 'requestor'] })
})

test('a deleted document is kept as long as was promised when it was deleted', async () => {
  const trustee = await app.person('trustee')
  const remove = async (keptDays: number) => {
    await change({ deletedKeptDays: keptDays })
    const { id } = await upload(app, trustee)
    expect((await app.call(trustee, 'DELETE', `/api/documents/${id}`)).statusCode).toBe(200)
    const { document } = (await app.call(trustee, 'GET', `/api/documents/${id}`)).json()
    return { id, document, kept: (Date.parse(document.keptUntil) - Date.parse(document.deletedAt)) / dayMs }
  }
  const long = await remove(90)
  const short = await remove(30)
  expect([long.kept, short.kept]).toEqual([90, 30])
  const held = async () => {
    await removeDeletedContent(app.services)
    const rows = await app.services.database.db
      .select()
      .from(documents)
      .where(eq(documents.ownerId, trustee.id))
    return rows.filter(({ wrappedKey }) => wrappedKey !== null).map(({ id }) => id)
  }
  app.shift(31 * dayMs)
  expect(await held()).toEqual([long.id])
  const again = await app.person('admin')
  await app.call(again, 'PUT', '/api/settings', {
    changes: { deletedKeptDays: 3650 },
    was: { deletedKeptDays: 30 },
  })
  app.shift(60 * dayMs)
  expect(await held()).toEqual([])
})

test('the reminder window applies to people who have not chosen their own', async () => {
  const trustee = await app.person('trustee')
  const now = new Date(Date.now() + app.services.clock.shiftMs)
  const today = now.toLocaleDateString('en-CA', { timeZone: 'Australia/Sydney' })
  await upload(app, trustee, { title: 'The lease', expiryDate: addDays(today, 50) })
  await tellDue(app.services, documentExpiring)
  await change({ reminderDaysBefore: 60 })
  expect((await app.call(trustee, 'GET', '/api/reminders')).json().daysBefore).toBe(60)
  await app.services.jobs.runDue()
  const mail = await the.smtp.next(({ deliveredTo }) => deliveredTo === trustee.email)
  expect(mail.subject).toBe('“The lease” expires in 50 days')
})

test('emails carry the name that was set', async () => {
  await change({ deploymentName: 'Chen Whitlam' })
  expect((await the.sendCode('named@example.com')).statusCode).toBe(200)
  const mail = await the.smtp.next(({ deliveredTo }) => deliveredTo === 'named@example.com')
  expect(mail.from?.name).toBe('Chen Whitlam')
  expect(mail.html).toContain('Chen Whitlam')
})

test('a day ends in the time zone that is set', async () => {
  const [trustee, requestor] = [await app.person('trustee'), await app.person('requestor')]
  const { id } = await upload(app, trustee)
  await change({ timeZone: 'Australia/Perth' })
  const year = new Date(Date.now() + app.services.clock.shiftMs).getUTCFullYear() + 1
  const share = { email: requestor.email, expiresOn: `${year}-06-30` }
  const answer = await app.call(trustee, 'POST', `/api/documents/${id}/access`, share)
  expect(answer.json().grant.expiresAt, answer.body).toBe(`${year}-06-30T15:59:59.999Z`)
})
