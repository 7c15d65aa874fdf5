import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import type { Person } from '../../testing/app.ts'
import { startSmsProvider, type TestSmsProvider } from '../../testing/sms.ts'
import { refusal } from '../grants/sample.testing.ts'
import { type Requests, startRequests } from './requests.testing.ts'

let provider: TestSmsProvider
let the: Requests
let requestor: Person
beforeAll(async () => {
  provider = await startSmsProvider()
  the = await startRequests(provider.env)
  requestor = await the.app.person('requestor', { name: 'Rae Requestor' })
})
beforeEach(() => provider.refuse(null))
afterAll(async () => {
  await the.stop()
  await provider.stop()
})

const newest = async () => {
  const [row] = await the.app.services.database.db
    .select()
    .from(mailMessages)
    .orderBy(desc(mailMessages.createdAt))
    .limit(1)
  return row
}
const lastEvent = async () => {
  const [row] = await the.app.services.database.db
    .select()
    .from(auditEvents)
    .orderBy(desc(auditEvents.id))
    .limit(1)
  return row
}
const sms = (as: Person | null) => the.browse(as, { channel: 'sms', justification: 'For the Quill estate' })

test('without anybody to ask it is refused; otherwise it goes to the trustees by email', async () => {
  const by = { channel: 'email', justification: 'For the Quill estate' }
  expect(refusal(await the.browse(requestor, by))).toEqual([409, 'nobody-to-ask'])
  const trustees = [await the.app.person('trustee'), await the.app.person('trustee')]
  expect((await the.browse(requestor, by)).json()).toEqual({ success: true, sent: true })
  for (const trustee of trustees) {
    const mail = await the.mailTo(trustee)
    expect(mail.subject).toBe('Rae Requestor asks to see documents')
    expect(mail.text).toContain(requestor.email)
    expect(mail.text).toContain('For the Quill estate')
    expect(mail.text).toContain('/documents')
  }
  expect(
    await the.app.services.database.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1),
  ).toMatchObject([
    { event: 'browsing_requested', actorId: requestor.id, details: { channel: 'email', recipients: 2 } },
  ])
})

test('a text message reaches the practice', async () => {
  expect((await sms(requestor)).json()).toEqual({ success: true, sent: true })
  expect(provider.received).toMatchObject([{ To: '+61400000000', From: 'Deedbox' }])
  expect(provider.received[0]?.Body).toContain(`Rae Requestor (${requestor.email})`)
  expect(provider.received[0]?.Body).toContain('For the Quill estate')
  expect(await newest()).toMatchObject({ recipient: '+61400000000', status: 'sent', attempts: 1 })
  expect(await lastEvent()).toMatchObject({ event: 'browsing_requested', details: { channel: 'sms' } })
})

test('a text message that could not be sent waits for its next try', async () => {
  provider.refuse(503)
  const before = provider.received.length
  expect((await sms(requestor)).json()).toEqual({ success: true, sent: false })
  expect(await newest()).toMatchObject({ status: 'waiting', attempts: 1 })
  provider.refuse(null)
  await the.app.services.jobs.runDue()
  // The first try is written down; then as if the pause before the next try were over.
  await the.app.services.database.query(
    "update pgboss.job set start_after = now() where name = 'send-mail' and state = 'retry'",
  )
  await the.app.services.jobs.runDue()
  expect(provider.received).toHaveLength(before + 1)
  expect(await newest()).toMatchObject({ status: 'sent', attempts: 2 })
})

test('a text message that the provider refuses for good is shown as failed', async () => {
  provider.refuse(400)
  expect((await sms(requestor)).json()).toEqual({ success: true, sent: false })
  const row = await newest()
  expect(row).toMatchObject({ status: 'failed', attempts: 1 })
  expect(await lastEvent()).toMatchObject({
    event: 'mail_failed',
    details: { kind: 'browsing_requested_sms', mailId: row?.id },
  })
})

test('a deployment without a provider says so, before and when it is asked', async () => {
  const own = await startRequests()
  try {
    const person = await own.app.person('requestor')
    const session = async (app: typeof own.app) =>
      (await app.call(null, 'GET', '/api/session')).json().deployment.sms
    expect([await session(own.app), await session(the.app)]).toEqual([false, true])
    expect(refusal(await own.browse(person, { channel: 'sms' }))).toEqual([409, 'sms-unavailable'])
    expect(await own.app.services.database.db.$count(mailMessages)).toBe(0)
  } finally {
    await own.stop()
  }
})

test('only requestors ask to browse', async () => {
  for (const role of ['trustee', 'admin', 'guest', 'b2b_admin'] as const)
    expect(refusal(await sms(await the.app.person(role)))).toEqual([403, 'not-allowed'])
  expect(refusal(await sms(null))).toEqual([401, 'not-signed-in'])
  expect(refusal(await the.browse(requestor, { channel: 'pigeon' }))).toEqual([400, 'invalid-input'])
})
