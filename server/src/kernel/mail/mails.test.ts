import { randomUUID } from 'node:crypto'
import { dayMs } from '@deedbox/contract/durations.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { mailMessages, mailReports } from '../../db/tables/mail.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'

type Mail = { id: string; kind: string; recipient: string; status: string; attempts: number }
type Page = { mails: Mail[]; total: number; nextCursor: string | null }

let smtp: TestSmtp
let app: TestApp
let admin: Person

beforeAll(async () => {
  smtp = await startSmtp()
  app = await startTestApp({ SMTP_URL: smtp.url })
  admin = await app.person('admin')
})
beforeEach(async () => {
  smtp.refuse(null)
  await app.services.database.db.delete(mailMessages)
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

const list = async (query = '') => (await app.call(admin, 'GET', `/api/mails${query}`)).json<Page>()
const resend = (id: string, as = admin) => app.call(as, 'POST', `/api/mails/${id}/resend`)

/** Shares a document with a new guest, whose mail server accepts the mail or answers with that code. */
async function share(refused: number | null) {
  smtp.refuse(refused)
  const guest = await app.person('guest')
  const { id } = await upload(app, admin, { title: 'The will' })
  const answer = await app.call(admin, 'POST', `/api/documents/${id}/access`, { email: guest.email })
  expect(answer.json<{ emailSent: boolean }>().emailSent).toBe(refused === null)
  return guest
}

test('a mail that has permanently failed is listed, and is sent when resent', async () => {
  const earlier = await share(null)
  const guest = await share(550)
  const failed = await list()
  expect(failed).toEqual({
    mails: [
      expect.objectContaining({
        kind: 'document_shared',
        recipient: guest.email,
        status: 'failed',
        attempts: 1,
        sentAt: null,
      }),
    ],
    total: 1,
    nextCursor: null,
  })
  const id = failed.mails[0]?.id ?? ''

  // The server still refuses: it fails again.
  expect((await resend(id)).json()).toMatchObject({ emailSent: false, mail: { id, status: 'failed' } })
  smtp.refuse(null)
  const answer = await resend(id)
  expect(answer.json()).toMatchObject({
    emailSent: true,
    mail: { id, status: 'sent', attempts: 1, recipient: guest.email },
  })
  expect(answer.json().mail.sentAt).not.toBeNull()
  expect((await smtp.next(({ deliveredTo }) => deliveredTo === guest.email)).subject).toContain('The will')
  expect((await list()).total).toBe(0)
  const sent = (await list('?status=sent')).mails.map(({ kind, recipient }) => [kind, recipient])
  expect(sent).toEqual([guest, earlier].map(({ email }) => ['document_shared', email]))
  expect(refusal(await resend(id))).toEqual([409, 'mail-not-failed'])

  const events = await app.services.database.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.event, 'mail_resent'), eq(auditEvents.subjectEmail, guest.email)))
  expect(events.map(({ actorId, subjectEmail, details }) => [actorId, subjectEmail, details])).toEqual(
    Array(2).fill([admin.id, guest.email, { kind: 'document_shared', mailId: id }]),
  )
})

test('two people who resend the same mail send it once', async () => {
  await share(550)
  const id = (await list()).mails[0]?.id ?? ''
  smtp.refuse(null)
  const before = smtp.received.length
  const answers = await Promise.all([resend(id), resend(id), resend(id)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  expect(smtp.received.length).toBe(before + 1)
})

test('a waiting mail is listed and cannot be resent', async () => {
  await share(451)
  const { mails, total } = await list('?status=waiting')
  expect([total, mails[0]?.attempts]).toEqual([1, 1])
  expect(refusal(await resend(mails[0]?.id ?? ''))).toEqual([409, 'mail-not-failed'])
  expect(refusal(await resend(randomUUID()))).toEqual([404, 'not-found'])
})

test('the list is newest first, paged by key, and never shows the content of a mail', async () => {
  const start = Date.parse('2026-01-01T00:00:00Z')
  await app.services.database.db.insert(mailMessages).values(
    Array.from({ length: 25 }, (_, n) => ({
      kind: 'document_shared',
      recipient: `p${n}@example.com`,
      data: { title: 'The secret will' },
      status: n % 2 ? ('sent' as const) : ('failed' as const),
      createdAt: new Date(start + (n % 5) * 1_000),
    })),
  )
  const seen: Mail[] = []
  let cursor: string | null = ''
  do {
    const page: Page = await list(`?status=all&limit=4${cursor && `&cursor=${cursor}`}`)
    expect(page.total).toBe(25)
    expect(JSON.stringify(page)).not.toContain('secret')
    seen.push(...page.mails)
    cursor = page.nextCursor
  } while (cursor)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(25)
  const times = seen.map(({ recipient }) => Number(recipient.slice(1, -12)) % 5)
  expect(times).toEqual([...times].sort((a, b) => b - a))
  expect((await list()).total).toBe(13)
  const { nextCursor } = await list('?limit=4')
  const other = await app.call(admin, 'GET', `/api/mails?status=sent&cursor=${nextCursor}`)
  expect(refusal(other)).toEqual([400, 'invalid-input'])
})

test('others than administrators see and resend only mails that they caused, unless the recipient has stopped them', async () => {
  const { db } = app.services.database
  const sender = await app.person('requestor')
  const [row] = await db
    .insert(mailMessages)
    .values({
      kind: 'owner_request',
      recipient: 'gone@x.example',
      data: {},
      status: 'failed',
      createdAt: new Date(),
      senderId: sender.id,
    })
    .returning()
  const id = row?.id ?? ''
  for (const role of ['trustee', 'b2b_admin', 'requestor', 'guest']) {
    const person = await app.person(role)
    expect((await app.call(person, 'GET', '/api/mails?status=all')).json()).toMatchObject({
      mails: [],
      total: 0,
    })
    expect(refusal(await resend(id, person))).toEqual([404, 'not-found'])
  }
  const own = (query: string) => app.call(sender, 'GET', `/api/mails?status=failed${query}`)
  expect((await own('')).json()).toMatchObject({ mails: [{ id, recipient: 'gone@x.example' }], total: 1 })
  await db
    .update(mailMessages)
    .set({ createdAt: new Date(Date.now() - 20 * dayMs) })
    .where(eq(mailMessages.id, id))
  expect((await own('&days=14')).json()).toMatchObject({ mails: [], total: 0 })
  await db.insert(mailReports).values({
    ...{ mailId: randomUUID(), senderId: sender.id, recipient: 'gone@x.example', kind: 'owner_request' },
    ...{ message: '', sentAt: new Date(), reportedAt: new Date() },
  })
  expect(refusal(await resend(id, sender))[1]).toBe('recipient-stopped')
  expect((await resend(id)).statusCode).toBe(200)
})
