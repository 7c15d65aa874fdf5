import { randomUUID } from 'node:crypto'
import type { Announcement, Audience } from '@deedbox/contract/announcements.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { announcements } from '../../db/tables/announcements.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { queueBatch } from './batches.ts'

type Page = { announcements: Announcement[]; total: number; nextCursor: string | null }
const url = '/api/announcements'
const support = 'help@practice.example'
const notice = { subject: 'Our terms change', text: 'Dear all,\n\nfrom May, <b>two</b> things\nchange.' }

let smtp: TestSmtp
let app: TestApp
let admin: Person
beforeAll(async () => {
  smtp = await startSmtp()
  app = await startTestApp({ SMTP_URL: smtp.url, SUPPORT_EMAIL: support })
  admin = await app.person('admin')
})
beforeEach(async () => {
  smtp.refuse(null)
  smtp.received.length = 0
  await app.services.database.db.delete(mailMessages)
  await app.services.database.db.delete(announcements)
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

const preview = (audience: Audience) => app.call(admin, 'POST', `${url}/preview`, { ...notice, audience })
const send = (audience: Audience, more: object = {}, as = admin) =>
  app.call(as, 'POST', url, { id: randomUUID(), ...notice, audience, ...more })
const list = async (query = '') => (await app.call(admin, 'GET', url + query)).json<Page>()
const runDue = () => app.services.jobs.runDue()
const delivered = () => smtp.received.map(({ deliveredTo }) => deliveredTo).sort()
const people = (...chosen: string[]): Audience => ({ kind: 'people', chosen })

/** Sends to an audience, and says to whom, once the preview had counted as many. */
async function reached(audience: Audience): Promise<string[]> {
  smtp.received.length = 0
  const counted = (await preview(audience)).json<{ recipients: number }>().recipients
  const answer = await send(audience)
  expect([answer.statusCode, answer.json()]).toEqual([200, { recipients: counted }])
  await runDue()
  expect(delivered()).toHaveLength(counted)
  return delivered()
}

test('only an administrator writes to many, sees a preview or what was written', async () => {
  for (const role of ['trustee', 'b2b_admin', 'requestor', 'guest']) {
    const person = await app.person(role)
    const body = { ...notice, audience: { kind: 'everybody' } }
    const calls = [
      send({ kind: 'everybody' }, {}, person),
      app.call(person, 'POST', `${url}/preview`, body),
      app.call(person, 'GET', url),
    ]
    for (const answer of await Promise.all(calls)) expect(refusal(answer)).toEqual([403, 'not-allowed'])
  }
  expect((await list()).total).toBe(0)
})

test('each audience gets what the preview counted: everybody, roles, organisations, chosen people, those concerned', async () => {
  const { db } = app.services.database
  const organizationId = randomUUID()
  await db.insert(organizations).values({ id: organizationId, name: 'Kelly & Co', createdAt: new Date() })
  const requestor = await app.person('requestor', { organizationId })
  const guest = await app.person('guest')
  const gone = await app.person('guest', { deactivatedAt: new Date(), organizationId })
  const owner = await app.person('trustee')
  const all = (await db.select().from(profiles)).filter(({ deactivatedAt }) => !deactivatedAt)
  expect(await reached({ kind: 'everybody' })).toEqual(all.map(({ email }) => email).sort())
  const guests = all.filter(({ role }) => role === 'guest' || role === 'requestor')
  expect(await reached({ kind: 'roles', chosen: ['guest', 'requestor'] })).toEqual(
    guests.map(({ email }) => email).sort(),
  )
  expect(await reached({ kind: 'organizations', chosen: [organizationId] })).toEqual([requestor.email])
  const chosen = people('Nobody@Example.com', 'nobody@example.com', gone.email)
  expect(await reached(chosen)).toEqual([gone.email, 'nobody@example.com'].sort())

  const [deed, will] = [
    await upload(app, owner, { title: 'Deed' }),
    await upload(app, owner, { title: 'Will' }),
  ]
  const share = (id: string, body: object) => app.call(owner, 'POST', `/api/documents/${id}/access`, body)
  for (const { id } of [deed, will])
    expect((await share(id, { email: guest.email })).statusCode).toBeLessThan(300)
  const ended = await share(deed.id, { email: requestor.email })
  expect(ended.statusCode).toBeLessThan(300)
  await db.execute(`update document_access set status = 'revoked' where user_email = '${requestor.email}'`)
  const stranger = 'stranger@example.com'
  expect((await share(deed.id, { email: stranger, invite: { expiresOn: null } })).statusCode).toBeLessThan(
    300,
  )
  await runDue()
  const concerned = await reached({ kind: 'documents', chosen: [deed.id, will.id] })
  expect(concerned).toEqual([owner.email, guest.email, stranger].sort())
})

test('the email looks as its preview, says why it came, shows text as text, and is answered to the support address', async () => {
  const shown = (await preview(people('ann@example.com'))).json()
  expect(shown).toMatchObject({ recipients: 1, subject: notice.subject })
  expect(await app.services.database.db.$count(mailMessages)).toBe(0)
  await send(people('ann@example.com'))
  await runDue()
  const mail = await smtp.next(({ deliveredTo }) => deliveredTo === 'ann@example.com')
  expect(mail.subject).toBe(shown.subject)
  expect(mail.replyTo).toEqual([{ name: 'Deedbox', address: support }])
  expect(mail.html?.trim()).toBe(shown.html.trim())
  expect(mail.html).toContain('&lt;b&gt;two&lt;/b&gt;')
  expect(mail.text?.replace(/\s+/g, ' ')).toContain(
    'because its sender chose your address. It cannot be switched off.',
  )
})

test('what was queued before a crash is queued once, and the rest goes on where it was', async () => {
  const chosen = Array.from({ length: 25 }, (_, n) => `p${n}@example.com`)
  const { db } = app.services.database
  await db.insert(announcements).values({
    ...{ id: randomUUID(), ...notice, audience: people(...chosen), senderId: admin.id, senderName: 'Ada' },
    ...{ recipients: 25, createdAt: new Date() },
  })
  const { held, release } = smtp.hold()
  expect(await queueBatch(app.services, 10)).toBe(true)
  await held
  expect((await list()).announcements[0]).toMatchObject({ recipients: 25, sent: 0, waiting: 25 })
  // A crash in the middle of a batch leaves nothing of it.
  const { mail } = app.services
  const dying = {
    ...mail,
    enqueueAll: async (...args: Parameters<typeof mail.enqueueAll>) => {
      await mail.enqueueAll(...args)
      throw new Error('the server died')
    },
  }
  await expect(queueBatch({ ...app.services, mail: dying }, 10)).rejects.toThrow('died')
  expect(await db.$count(mailMessages)).toBe(10)
  release()
  // Servers at the same time: one waits for the other.
  await Promise.all([queueBatch(app.services, 10), queueBatch(app.services, 10)])
  await runDue()
  expect(delivered()).toEqual([...chosen].sort())
  await expect
    .poll(async () => (await list()).announcements[0])
    .toMatchObject({ recipients: 25, sent: 25, waiting: 0, failed: 0 })
  expect(await queueBatch(app.services)).toBe(false)
})

test('the counts follow the emails: sent, waiting, failed', async () => {
  smtp.refuse(550)
  await send(people('ann@example.com', 'ben@example.com'))
  await runDue()
  await expect
    .poll(async () => (await list()).announcements[0])
    .toMatchObject({ sent: 0, waiting: 0, failed: 2 })
  smtp.refuse(null)
  const { held, release } = smtp.hold()
  await send(people('cid@example.com'))
  await held
  expect((await list()).announcements[0]).toMatchObject({ sent: 0, waiting: 1, failed: 0 })
  release()
  await runDue()
  await expect
    .poll(async () => (await list()).announcements[0])
    .toMatchObject({ sent: 1, waiting: 0, failed: 0 })
})

test('the same announcement sent again is one, and another under its id is refused', async () => {
  const id = randomUUID()
  const again = () => send(people('ann@example.com'), { id })
  const answers = await Promise.all([again(), again(), again()])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(refusal(await send(people('ben@example.com'), { id }))).toEqual([409, 'announcement-sent'])
  await runDue()
  expect(delivered()).toEqual(['ann@example.com'])
  expect((await list()).total).toBe(1)
})

test('the trail says who wrote what to whom, and to how many', async () => {
  const id = randomUUID()
  const guests: Audience = { kind: 'roles', chosen: ['guest'] }
  const { recipients } = (await send(guests, { id })).json()
  const events = (await app.services.database.db.select().from(auditEvents)).filter(
    ({ details }) => (details as { announcementId?: string } | null)?.announcementId === id,
  )
  expect(events).toEqual([
    expect.objectContaining({
      event: 'announcement_sent',
      actorId: admin.id,
      details: {
        announcementId: id,
        subject: notice.subject,
        audience: 'roles',
        chosen: ['guest'],
        recipients,
      },
    }),
  ])
})

test('the input is bounded, control characters are refused, and an announcement to nobody is not sent', async () => {
  const fields = async (more: object) =>
    Object.keys((await send(people('ann@example.com'), more)).json().error.fields)
  expect(await fields({ subject: ' ' })).toEqual(['subject'])
  expect(await fields({ subject: 'x'.repeat(limits.announcement.subject + 1) })).toEqual(['subject'])
  expect(await fields({ text: 'x'.repeat(limits.announcement.text + 1) })).toEqual(['text'])
  expect(await fields({ text: 'bell\u0007' })).toEqual(['text'])
  for (const audience of [people(), { kind: 'everyone' }, { kind: 'everybody', chosen: ['x'] }])
    expect(refusal(await send(audience as Audience))).toEqual([400, 'invalid-input'])
  const nobody: Audience = { kind: 'organizations', chosen: [randomUUID()] }
  expect(refusal(await send(nobody))).toEqual([400, 'announcement-nobody'])
  expect((await list()).total).toBe(0)
})

test('the list is newest first, paged by key', async () => {
  const { db } = app.services.database
  await db.insert(announcements).values(
    Array.from({ length: 7 }, (_, n) => ({
      ...{ id: randomUUID(), ...notice, audience: { kind: 'everybody' as const }, senderId: admin.id },
      ...{ senderName: 'Ada', recipients: n, createdAt: new Date(n), doneAt: new Date(n) },
    })),
  )
  const first = await list('?limit=4')
  const rest = await list(`?limit=4&cursor=${first.nextCursor}`)
  const shown = [...first.announcements, ...rest.announcements].map(({ createdAt }) => Date.parse(createdAt))
  expect([shown, rest.nextCursor]).toEqual([[6, 5, 4, 3, 2, 1, 0], null])
  await db.delete(announcements).where(eq(announcements.senderId, admin.id))
})
