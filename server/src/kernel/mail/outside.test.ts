import { hourMs, minuteMs } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'

let smtp: TestSmtp
let app: TestApp
let admin: Person
beforeAll(async () => {
  smtp = await startSmtp()
  app = await startTestApp({ SMTP_URL: smtp.url })
  admin = await app.person('admin')
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

let counter = 0
const someone = () => `stranger${++counter}@outside.example`
const ask = (as: Person, ownerEmail: string, message = 'The deed, please.') =>
  app.call(as, 'POST', '/api/owner-requests', { ownerEmail, message, anyway: true })
const mailTo = (email: string) => smtp.next(({ deliveredTo }) => deliveredTo === email)
const linkOf = (text: string | undefined) =>
  /\/report\/(\S+?)\]?$/m.exec(text ?? '')?.[1] ?? 'none-at-all-here'
const report = (token: string, method = 'POST') => app.call(null, method, `/api/mail-reports/${token}`)

test('a requestor can send strangers ten mails a day, five a minute, and is told when the next can be sent', async () => {
  const rex = await app.person('requestor')
  const { aDay, aMinute } = limits.outsideMail.others
  for (let sent = 0; sent < aDay; sent++) {
    if (sent === aMinute) {
      const burst = await ask(rex, someone())
      expect(refusal(burst)).toEqual([429, 'outside-limit'])
      expect(burst.json().error.message).toBe(
        'You have sent 5 messages to people without an account in the last minute, which is your limit. You can send the next one in a minute.',
      )
      app.shift(minuteMs)
    }
    expect((await ask(rex, someone())).statusCode).toBe(201)
  }
  app.shift(minuteMs)
  const over = await ask(rex, someone())
  expect(refusal(over)).toEqual([429, 'outside-limit'])
  expect(over.json().error.message).toMatch(
    /^You have sent 10 messages to people without an account in the last 24 hours, .* after \d+ \w+ \d{4}, \d+:\d\d/,
  )
  expect(over.json().error.retryAfterMinutes).toBeGreaterThan(23 * 60)
  // People who have an account are not limited, and a refused mail leaves nothing stored.
  const known = await app.person('trustee')
  expect((await ask(rex, known.email)).statusCode).toBe(201)
  const before = await app.services.database.db.$count(mailMessages)
  await ask(rex, someone())
  expect(await app.services.database.db.$count(mailMessages)).toBe(before)
  app.shift(24 * hourMs)
  const later = await app.signIn(rex.id, rex.email)
  expect((await ask(later, someone())).statusCode).toBe(201)
})

test('many at once are counted one after another', async () => {
  const rex = await app.person('requestor')
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(rex, someone())))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(
    limits.outsideMail.others.aMinute,
  )
})

test('a mail to a stranger has no link that the sender typed: in neither part, nor the subject or names', async () => {
  const rex = await app.person('requestor', { name: 'Rex www.evil.example' })
  const to = someone()
  await ask(rex, to, 'Pay at https://evil.example/pay or evil.example/x, or mail rex@firm.example.')
  const mail = await mailTo(to)
  expect(mail.text).toContain('Pay at [link removed] or [link removed] or mail rex@firm.example.')
  for (const part of [mail.subject, mail.text, mail.html]) {
    expect(part).not.toContain('evil.example')
    expect(part).toContain('[link removed]')
  }
  const hrefs = [...(mail.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
  const { publicUrl } = app.services.place()
  expect(hrefs).toHaveLength(2)
  for (const href of hrefs) expect(href.startsWith(`${publicUrl}/`)).toBe(true)
})

test('people with an account get the text as typed, and no report link', async () => {
  const rex = await app.person('requestor')
  const owner = await app.person('trustee')
  await ask(rex, owner.email, 'See https://firm.example/deed')
  const mail = await mailTo(owner.email)
  expect(mail.text).toContain('https://firm.example/deed')
  expect(mail.text).not.toContain('/report/')
})

test('a shared title and message are free of links, and an invitation can be reported', async () => {
  const trustee = await app.person('trustee')
  const document = await upload(app, trustee, { title: 'Deed www.evil.example' })
  const to = someone()
  const shared = await app.call(trustee, 'POST', `/api/documents/${document.id}/access`, {
    email: to,
    message: 'Open evil.example/login',
    invite: {},
  })
  expect(shared.statusCode, shared.body).toBe(201)
  const mail = await mailTo(to)
  expect(mail.subject).toContain('Deed [link removed]')
  expect(mail.text).toContain('Open [link removed]')
  expect((await report(linkOf(mail.text), 'GET')).statusCode).toBe(200)
})

test('one click reports a message, stops its sender for that address and notifies every administrator once', async () => {
  const rex = await app.person('requestor', { name: 'Rex Requestor' })
  const to = someone()
  await ask(rex, to, 'Send me your deed, or else.')
  const token = linkOf((await mailTo(to)).text)
  const seen = (await report(token, 'GET')).json()
  expect(seen).toMatchObject({
    sender: { name: 'Rex Requestor', email: rex.email },
    kind: 'owner_request',
    reported: false,
  })
  expect((await report(token)).json()).toEqual({ success: true })
  expect((await report(token)).json()).toEqual({ success: true })
  expect((await report(token, 'GET')).json().reported).toBe(true)

  const refused = await ask(rex, to)
  expect(refusal(refused)).toEqual([403, 'recipient-stopped'])
  expect((await ask(rex, someone())).statusCode).toBe(201)
  expect((await ask(await app.person('requestor'), to)).statusCode).toBe(201)

  const list = (await app.call(admin, 'GET', `/api/users?search=${rex.email}`)).json()
  expect(list.users).toMatchObject([{ id: rex.id, reports: 1 }])
  const { reports } = (await app.call(admin, 'GET', `/api/users/${rex.id}/reports`)).json()
  expect(reports).toMatchObject([
    { recipient: to, kind: 'owner_request', message: 'Send me your deed, or else.' },
  ])
  const mail = await smtp.next(
    ({ deliveredTo, subject }) => deliveredTo === admin.email && /reported/.test(subject ?? ''),
  )
  expect(mail.subject).toBe('A message from Rex Requestor was reported')
  const notified = and(eq(mailMessages.kind, 'message_reported'), eq(mailMessages.recipient, admin.email))
  expect(await app.services.database.db.$count(mailMessages, notified)).toBe(1)
  const trail = and(eq(auditEvents.event, 'message_reported'), eq(auditEvents.subjectEmail, rex.email))
  expect(await app.services.database.db.$count(auditEvents, trail)).toBe(2)
})

test('a person whose request was reported can still withdraw it', async () => {
  const rex = await app.person('requestor')
  const to = someone()
  const { request } = (await ask(rex, to)).json()
  await report(linkOf((await mailTo(to)).text))
  const withdrawn = await app.call(rex, 'POST', `/api/owner-requests/${request.id}/withdraw`)
  expect(withdrawn.statusCode, withdrawn.body).toBe(200)
  const mails = and(eq(mailMessages.recipient, to), eq(mailMessages.kind, 'owner_request_withdrawn'))
  expect(await app.services.database.db.$count(mailMessages, mails)).toBe(0)
})

test('a link that is forged, or about a message to a person with an account, is not valid', async () => {
  const rex = await app.person('requestor')
  const to = someone()
  await ask(rex, to)
  const token = linkOf((await mailTo(to)).text)
  const [id, signature = ''] = token.split('.')
  for (const forged of [
    `${crypto.randomUUID()}.${signature}`,
    `${id}.${signature.slice(0, -2)}AA`,
    `${id}`,
    `${token}.x`.slice(1),
  ])
    for (const method of ['GET', 'POST'])
      expect(refusal(await report(forged, method))).toEqual([404, 'report-link-invalid'])
})
