import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import { dayMs, hourMs } from '@deedbox/contract/durations.ts'
import type { Grant } from '@deedbox/contract/grants.ts'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { sentNotices } from '../../db/tables/requests.ts'
import { endOfDay } from '../../platform/days.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { expireGrants } from '../grants/grants.jobs.ts'
import { refusal, trail, upload } from '../grants/sample.testing.ts'
import { accessEnding } from './access-ending.mail.tsx'
import { accessEndingOwner } from './access-ending-owner.mail.tsx'
import { documentExpiring } from './document-expiring.mail.tsx'
import { notifyEnded } from './ending.ts'
import { tellDue } from './notices.ts'

const zone = 'Australia/Sydney'
let smtp: TestSmtp
let app: TestApp

/** Runs the notices of access that ends soon. */
const notifyEnding = async (services: TestApp['services']) => {
  await tellDue(services, accessEnding)
  await tellDue(services, accessEndingOwner)
}

beforeAll(async () => {
  smtp = await startSmtp()
  app = await startTestApp({ SMTP_URL: smtp.url, TIME_ZONE: zone })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

const now = () => new Date(Date.now() + app.services.clock.shiftMs)
const goTo = (instant: string | Date) => app.shift(new Date(instant).getTime() - now().getTime())
const inDays = (days: number) => addDays(dayOf(now(), zone), days)
const hourBeforeEndOf = (day: string) => new Date(endOfDay(day, zone).getTime() - hourMs)
const get = async (as: Person) => (await app.call(as, 'GET', '/api/reminders')).json<unknown>()
const put = (as: Person, body: object) => app.call(as, 'PUT', '/api/reminders', body)
const settings = (daysBefore: number, more: object = {}) => ({
  enabled: true,
  daysBefore,
  emailNotifications: true,
  ...more,
})
const mailTo = (person: Person) => smtp.next(({ deliveredTo }) => deliveredTo === person.email)
const expire = () => expireGrants(app.services, (ctx, ended) => notifyEnded(ctx, ended, app.services))

/** The kinds of notices that were queued about a document or a grant. */
const noticesOf = async (subjectId: string) =>
  (
    await app.services.database.db
      .select()
      .from(sentNotices)
      .where(eq(sentNotices.subjectId, subjectId))
      .orderBy(asc(sentNotices.sentAt), asc(sentNotices.kind))
  ).map(({ kind }) => kind)

async function shared(expiresOn: string, owner?: Person) {
  const trustee = owner ?? (await app.person('trustee'))
  const guest = await app.person('guest', { name: 'Gail Guest' })
  const document = await upload(app, trustee, { title: 'The deed of gift' })
  const answer = await app.call(trustee, 'POST', `/api/documents/${document.id}/access`, {
    email: guest.email,
    expiresOn,
  })
  expect(answer.statusCode, answer.body).toBe(201)
  expect((await mailTo(guest)).subject).toContain('shared')
  return { trustee, guest, document, grant: answer.json<{ grant: Grant }>().grant }
}

test('settings have defaults, belong to one person, and a change is audited', async () => {
  const requestor = await app.person('requestor')
  const other = await app.person('admin')
  expect(await get(requestor)).toEqual(settings(30))
  const chosen = { enabled: false, daysBefore: 14, emailNotifications: false }
  const answer = await put(requestor, chosen)
  expect([answer.statusCode, answer.json()]).toEqual([200, chosen])
  await put(requestor, settings(60))
  expect(await get(requestor)).toEqual(settings(60))
  expect(await get(other)).toEqual(settings(30))
  const events = await app.services.database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.actorId, requestor.id))
  expect(events.map(({ event, details }) => [event, details])).toEqual([
    ['reminder_settings_updated', chosen],
    ['reminder_settings_updated', settings(60)],
  ])
})

test('only the four windows are accepted', async () => {
  const trustee = await app.person('trustee')
  for (const body of [settings(8), settings(0), settings(-7), {}, { enabled: true, daysBefore: '7' }])
    expect(refusal(await put(trustee, body))).toEqual([400, 'invalid-input'])
  expect(await get(trustee)).toEqual(settings(30))
})

test('a changed window applies at once, and never sends a second reminder', async () => {
  const trustee = await app.person('trustee')
  const near = await upload(app, trustee, { title: 'The near lease', expiryDate: inDays(30) })
  const far = await upload(app, trustee, { title: 'The far lease', expiryDate: inDays(31) })
  await tellDue(app.services, documentExpiring)
  const first = await mailTo(trustee)
  expect(first.subject).toBe('“The near lease” expires in 30 days')
  expect(first.text).toContain(`/documents/${near.id}`)
  expect(await noticesOf(far.id)).toEqual([])

  await put(trustee, settings(60))
  const second = await mailTo(trustee)
  expect(second.subject).toBe('“The far lease” expires in 31 days')
  await put(trustee, settings(7))
  await put(trustee, settings(60))
  await app.services.jobs.runDue()
  expect([await noticesOf(near.id), await noticesOf(far.id)]).toEqual([
    ['document_expiring'],
    ['document_expiring'],
  ])
  expect((await trail(app, far.id)).at(-1)).toMatchObject({
    event: 'notice_sent',
    actorId: null,
    subjectEmail: trustee.email,
    details: { kind: 'document_expiring', about: inDays(31) },
  })
})

test.each([
  ['reminders off', { enabled: false }],
  ['email off', { emailNotifications: false }],
])('with %s nothing is sent, and due reminders are sent when they are on again', async (_, off) => {
  const trustee = await app.person('trustee')
  await put(trustee, settings(30, off))
  const { id } = await upload(app, trustee, { expiryDate: inDays(3) })
  await tellDue(app.services, documentExpiring)
  expect(await noticesOf(id)).toEqual([])
  await put(trustee, settings(30))
  await mailTo(trustee)
  expect(await noticesOf(id)).toEqual(['document_expiring'])
})

test('there is no reminder of a deleted document, nor of one that was uploaded after its expiry date', async () => {
  const trustee = await app.person('trustee')
  const gone = await upload(app, trustee, { expiryDate: inDays(3) })
  const old = await upload(app, trustee, { expiryDate: inDays(-3) })
  await app.call(trustee, 'DELETE', `/api/documents/${gone.id}`)
  await tellDue(app.services, documentExpiring)
  expect([await noticesOf(gone.id), await noticesOf(old.id)]).toEqual([[], []])
})

test('more than one batch is sent in two mails, each with its own documents', async () => {
  const trustee = await app.person('trustee')
  const { id, ...row } = (
    await app.services.database.db
      .select()
      .from(documents)
      .where(eq(documents.id, (await upload(app, trustee)).id))
  )[0] as typeof documents.$inferSelect
  const { searchText: _, ...stored } = row
  await app.services.database.db.insert(documents).values(
    Array.from({ length: 501 }, (_, n) => ({
      ...stored,
      filePath: `${id}/${n}`,
      title: `Lease ${n}`,
      expiryDate: inDays(1),
    })),
  )
  await Promise.all([tellDue(app.services, documentExpiring), tellDue(app.services, documentExpiring)])
  const mails = [await mailTo(trustee), await mailTo(trustee)]
  const counts = mails.map(({ subject }) => Number(/^(\d+) of your documents/.exec(subject ?? '')?.[1] ?? 1))
  expect(counts.reduce((sum, count) => sum + count)).toBe(501)
  expect(mails.map(({ text }) => text).join()).toContain('And 450 more.')
  const rows = await app.services.database.db
    .select()
    .from(sentNotices)
    .where(eq(sentNotices.recipient, trustee.id))
  expect(rows).toHaveLength(501)
})

test('the grantee and the owner are notified once when access ends in 7 days and when it has ended', async () => {
  const { trustee, guest, document, grant } = await shared(inDays(20))
  await notifyEnding(app.services)
  expect(await noticesOf(grant.id)).toEqual([])
  goTo(hourBeforeEndOf(inDays(13)))
  await notifyEnding(app.services)
  await notifyEnding(app.services)
  const ending = await mailTo(guest)
  expect(ending.subject).toBe('Your access to “The deed of gift” ends in 7 days')
  expect(ending.text).toContain(`/documents/shared/${document.id}`)
  expect((await mailTo(trustee)).subject).toBe('Gail Guest’s access to “The deed of gift” ends in 7 days')

  goTo(new Date(Date.parse(grant.expiresAt ?? '') + 1))
  await Promise.all([expire(), expire()])
  expect((await mailTo(guest)).subject).toBe('Your access to “The deed of gift” has ended')
  expect((await mailTo(trustee)).subject).toBe('Gail Guest’s access to “The deed of gift” has ended')
  expect(await noticesOf(grant.id)).toEqual([
    'access_ending',
    'access_ending_owner',
    'access_ended',
    'access_ended_owner',
  ])

  // Renewed access has a new end, which is announced again.
  await app.call(trustee, 'POST', `/api/access/${grant.id}/renew`, { expiresOn: inDays(30) })
  goTo(hourBeforeEndOf(inDays(24)))
  await notifyEnding(app.services)
  expect((await mailTo(guest)).subject).toContain('ends in 6 days')
  expect(await noticesOf(grant.id)).toHaveLength(6)
})

test('a grantee who turned these mails off does not get them; the owner does', async () => {
  const { trustee, guest, grant } = await shared(inDays(9))
  const mails = { accessEnding: false }
  await app.call(guest, 'PUT', '/api/preferences', { dates: 'words', theme: null, mails })
  goTo(hourBeforeEndOf(inDays(2)))
  await notifyEnding(app.services)
  await mailTo(trustee)
  const sent = await app.services.database.db
    .select()
    .from(mailMessages)
    .where(and(eq(mailMessages.recipient, guest.email), eq(mailMessages.kind, 'access_ending')))
  expect(sent).toEqual([])
  // Dealt with, so that no later run looks at it again.
  expect(await noticesOf(grant.id)).toEqual(['access_ending', 'access_ending_owner'])
})

test('an owner who turned reminders off does not get these either; the grantee does', async () => {
  const { trustee, guest, grant } = await shared(inDays(9))
  await put(trustee, settings(30, { emailNotifications: false }))
  goTo(hourBeforeEndOf(inDays(2)))
  await notifyEnding(app.services)
  await mailTo(guest)
  goTo(new Date(Date.parse(grant.expiresAt ?? '') + 1))
  await expire()
  await mailTo(guest)
  expect(await noticesOf(grant.id)).toEqual(['access_ending', 'access_ended'])
})

test('there is no warning for access of a week or less, revoked access, or a guest whose account has ended', async () => {
  const short = await shared(inDays(7))
  const revoked = await shared(inDays(9))
  const over = await shared(inDays(9))
  await app.call(revoked.trustee, 'POST', `/api/access/${revoked.grant.id}/revoke`, {})
  const admin = await app.person('admin')
  await app.call(admin, 'POST', `/api/users/${over.guest.id}/access-expiry`, { expiresOn: inDays(1) })
  goTo(hourBeforeEndOf(inDays(3)))
  await notifyEnding(app.services)
  for (const { grant } of [short, revoked, over]) expect(await noticesOf(grant.id)).toEqual([])
})

test('notices due while no server was running are sent by the next run, with text that is true then', async () => {
  const { trustee, guest, grant } = await shared(inDays(40))
  const document = await upload(app, trustee, { title: 'The old lease', expiryDate: inDays(45) })
  goTo(hourBeforeEndOf(inDays(38)))
  await notifyEnding(app.services)
  expect((await mailTo(guest)).subject).toContain('ends in 2 days')
  goTo(hourBeforeEndOf(inDays(10)))
  await tellDue(app.services, documentExpiring)
  const subjects = [await mailTo(trustee), await mailTo(trustee)].map(({ subject }) => subject)
  expect(subjects).toContain('“The old lease” has expired')
  expect(await noticesOf(document.id)).toEqual(['document_expiring'])
  await expire()
  expect(await noticesOf(grant.id)).toContain('access_ended')
})

test.each([
  [1, 'expires tomorrow', 'tomorrow · '],
  [0, 'expires today', 'today · '],
  [-1, 'has expired', 'yesterday · '],
])('%i days before its end a mail says %s', async (days, subject, fact) => {
  const trustee = await app.person('trustee')
  await upload(app, trustee, { title: 'The shop lease', expiryDate: inDays(40) })
  goTo(hourBeforeEndOf(inDays(40 - days)))
  await tellDue(app.services, documentExpiring)
  const mail = await mailTo(trustee)
  expect(mail.subject).toBe(`“The shop lease” ${subject}`)
  expect(mail.text).toContain(fact)
})

// Daylight saving ends in Sydney on 4 April 2027 and begins on 3 October 2027; 2028 has a 29 February.
test.each([
  ['as daylight saving ends', '2027-04-08', '2027-03-31T13:00:00.000Z'],
  ['as daylight saving begins', '2027-10-07', '2027-09-29T14:00:00.000Z'],
  ['from the 29th of February', '2028-03-07', '2028-02-28T13:00:00.000Z'],
  ['on the 29th of February', '2028-02-29', '2028-02-21T13:00:00.000Z'],
])('%s a notice is due from the first instant of the day 7 days before', async (_, day, due) => {
  goTo(new Date(Date.parse(due) - 20 * dayMs))
  const trustee = await app.person('trustee')
  await put(trustee, settings(7))
  const document = await upload(app, trustee, { expiryDate: day })
  const { grant, guest } = await shared(day, trustee)
  const run = () => Promise.all([tellDue(app.services, documentExpiring), notifyEnding(app.services)])

  goTo(new Date(Date.parse(due) - 30_000))
  await run()
  expect([await noticesOf(document.id), await noticesOf(grant.id)]).toEqual([[], []])
  goTo(due)
  await run()
  expect(await noticesOf(document.id)).toEqual(['document_expiring'])
  expect(await noticesOf(grant.id)).toEqual(['access_ending', 'access_ending_owner'])
  const mail = await mailTo(guest)
  expect(mail.subject).toBe('Your access to “The deed of gift” ends in 7 days')
  expect(mail.text).toContain(
    new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day)),
  )
})
