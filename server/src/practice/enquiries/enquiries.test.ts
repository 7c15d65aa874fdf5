import { randomUUID } from 'node:crypto'
import type { Enquiry } from '@deedbox/contract/enquiries.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { enquiries } from '../../db/tables/enquiries.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { refusal } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'

type Page = { enquiries: Enquiry[]; total: number; nextCursor: string | null }
const second = 1_000
const support = 'help@practice.example'

let smtp: TestSmtp
let app: TestApp
let admin: Person
const logs: string[] = []
beforeAll(async () => {
  smtp = await startSmtp()
  app = await startTestApp({ SMTP_URL: smtp.url, SUPPORT_EMAIL: support }, { logs })
  admin = await app.person('admin')
})
beforeEach(async () => {
  smtp.refuse(null)
  await app.services.database.db.delete(enquiries)
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

const open = async () =>
  (await app.call(null, 'GET', '/api/contact/token')).json<{ started: string }>().started
const jane = { name: 'Jane Citizen', email: 'jane@example.com', message: 'Do you keep wills?' }
const from = (remoteAddress: string) => ({ remoteAddress })
const send = (body: object, as: Person | null = null, more = {}) =>
  app.call(as, 'POST', '/api/contact', body, more)
/** Sends a form that a person has had open for a while. */
async function write(body: object = jane, as: Person | null = null, more = {}) {
  const started = await open()
  app.shift(4 * second)
  return send({ ...body, started }, as, more)
}
const list = async (query = '') => (await app.call(admin, 'GET', `/api/enquiries${query}`)).json<Page>()
const mark = (id: string, body: object, as = admin) => app.call(as, 'PUT', `/api/enquiries/${id}`, body)
const received = () => smtp.next(({ deliveredTo }) => deliveredTo === support)
const eventsOf = async (id: string) =>
  (await app.services.database.db.select().from(auditEvents)).filter(
    ({ details }) => (details as { enquiryId?: string } | null)?.enquiryId === id,
  )

test('an enquiry is stored, mailed to the support address with its sender as Reply-To, and listed', async () => {
  const typed = { ...jane, email: 'Jane@Example.com ', phone: '0400 000 000', subject: 'Wills' }
  const answer = await write(typed)
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
  const mail = await received()
  expect(mail.replyTo).toEqual([{ name: 'Jane Citizen', address: 'jane@example.com' }])
  expect(mail.subject).toBe('Enquiry from Jane Citizen: Wills')
  for (const text of ['Jane Citizen', 'jane@example.com', '0400 000 000', 'Do you keep wills?'])
    expect(mail.text).toContain(text)
  const { enquiries: rows, total } = await list()
  expect(total).toBe(1)
  expect(rows).toEqual([
    {
      ...{ ...typed, email: 'jane@example.com', account: null, note: '' },
      ...{ id: expect.any(String), createdAt: expect.any(String), answeredAt: null, answeredBy: null },
    },
  ])
  expect((await eventsOf(rows[0]?.id ?? '')).map(({ event, subjectEmail }) => [event, subjectEmail])).toEqual(
    [['enquiry_received', 'jane@example.com']],
  )
})

test('the person who is signed in is kept with it, also a guest whose access has expired', async () => {
  const guest = await app.person('guest', { accessExpiresAt: new Date(Date.now() - second) })
  expect(
    (await write({ name: 'Gus', phone: '0400 000 000', message: 'My access ended' }, guest)).statusCode,
  ).toBe(200)
  const mail = await received()
  expect(mail.text).toContain(guest.email)
  expect(mail.replyTo).toBeUndefined()
  expect((await list()).enquiries.map(({ account }) => account)).toEqual([guest.email])
})

test('what is missing is said in the words of the specification', async () => {
  const error = async (body: object) => (await write(body)).json().error
  expect(await error({ ...jane, email: ' ' })).toMatchObject({
    code: 'contact-details-missing',
    message: 'Please provide either an email address or phone number',
  })
  const missing = { code: 'contact-fields-missing', message: 'Please fill in your name and message' }
  expect(await error({ ...jane, name: ' ' })).toMatchObject(missing)
  expect(await error({ ...jane, message: '\n' })).toMatchObject(missing)
  expect((await error({ ...jane, email: 'jane' })).fields).toEqual({
    email: 'Please enter a valid email address',
  })
  expect((await list('?status=all')).total).toBe(0)
})

test('a form sent too quickly, too late or with a forged token is refused, and can be sent again', async () => {
  const started = await open()
  expect(refusal(await send({ ...jane, started }))).toEqual([429, 'contact-too-quick'])
  const [id = '', opened = '', signature = ''] = started.split('.')
  app.shift(4 * second)
  for (const forged of [
    `${randomUUID()}.${opened}.${signature}`,
    `${id}.${Number(opened) + 1}.${signature}`,
    `${id}.${opened}.`,
    'x'.repeat(40),
  ])
    expect(refusal(await send({ ...jane, started: forged }))).toEqual([409, 'contact-form-old'])
  expect((await send({ ...jane, started })).statusCode).toBe(200)
  const later = await open()
  app.shift(limits.contact.livesMs)
  expect(refusal(await send({ ...jane, started: later }))).toEqual([409, 'contact-form-old'])
})

test('the same form sent again is stored and mailed once, and another text under its token is refused', async () => {
  const started = await open()
  app.shift(4 * second)
  const before = await app.services.database.db.$count(mailMessages)
  const answers = await Promise.all([1, 2, 3].map(() => send({ ...jane, started })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect((await list()).total).toBe(1)
  expect(await app.services.database.db.$count(mailMessages)).toBe(before + 1)
  const other = await send({ ...jane, message: 'Another question', started })
  expect(refusal(other)).toEqual([409, 'contact-form-old'])
})

test('a filled honeypot is answered like a success, stored nowhere and counted in the log', async () => {
  const counted = () => logs.filter((line) => line.includes('honeypot')).length
  const before = counted()
  const answer = await write({ ...jane, website: 'https://pills.example' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
  expect((await list('?status=all')).total).toBe(0)
  expect(counted()).toBe(before + 1)
})

test('one email and one network can send so many a day, and are then told another way', async () => {
  const { perEmailADay, perNetworkADay } = limits.contact
  const { db } = app.services.database
  const now = new Date(Date.now() + app.services.clock.shiftMs)
  const stored = (count: number, more: Partial<typeof enquiries.$inferInsert>) =>
    db.insert(enquiries).values(
      Array.from({ length: count }, () => ({
        ...{ formId: randomUUID(), name: 'A', email: '', phone: '1', subject: '', message: 'B' },
        ...{ createdAt: now, ...more },
      })),
    )
  await stored(perEmailADay - 1, { email: jane.email })
  expect((await write(jane, null, from('192.0.2.1'))).statusCode).toBe(200)
  const full = await write(jane, null, from('192.0.2.2'))
  expect(refusal(full)).toEqual([429, 'contact-limit'])
  expect(full.json().error.message).toContain(support)
  await stored(perNetworkADay, { network: '2001:db8:0:1::/64' })
  const other = { ...jane, email: 'other@example.com' }
  expect(refusal(await write(other, null, from('2001:db8:0:1::9')))).toEqual([429, 'contact-limit'])
  expect((await write(other, null, from('2001:db8:0:2::9'))).statusCode).toBe(200)
  app.shift(24 * 60 * 60 * second)
  expect((await write(jane, null, from('192.0.2.2'))).statusCode).toBe(200)
})

test('nothing typed can add a header, a recipient or markup to the mail', async () => {
  const attack = 'Eve\r\nBcc: eve@example.com'
  await write({
    ...jane,
    name: `${attack}", <x@y.example>`,
    subject: attack,
    message: '<b>Hello</b>\r\nBcc: x',
  })
  const mail = await smtp.next(({ subject }) => subject?.startsWith('Enquiry from Eve') ?? false)
  expect([mail.to, mail.cc, mail.bcc]).toEqual([[{ name: '', address: support }], undefined, undefined])
  expect(mail.replyTo).toEqual([{ name: 'Eve Bcc: eve@example.com", <x@y.example>', address: jane.email }])
  expect(mail.headers.some(({ key }) => key === 'bcc')).toBe(false)
  expect(mail.html).toContain('&lt;b&gt;Hello&lt;/b&gt;')
  expect(mail.text).toContain('<b>Hello</b>')
  const address = { ...jane, email: 'jane@example.com\r\nBcc: eve@example.com' }
  expect(refusal(await write(address))).toEqual([400, 'invalid-input'])
})

test('an enquiry whose mail is refused stays listed, and its mail is tried again', async () => {
  smtp.refuse(451)
  expect((await write()).statusCode).toBe(200)
  expect((await list()).total).toBe(1)
  await app.services.jobs.runDue()
  const { db } = app.services.database
  const [mail] = await db.select().from(mailMessages).where(eq(mailMessages.status, 'waiting'))
  expect(mail).toMatchObject({ kind: 'enquiry', recipient: support })
})

test('administrators mark an enquiry as answered or not, with a note that the trail keeps', async () => {
  await write()
  const id = (await list()).enquiries[0]?.id ?? ''
  const other = await app.person('admin', { name: 'Ada Admin' })
  const answered = await mark(id, { answered: true, note: 'Called her' }, other)
  expect(answered.json().enquiry).toMatchObject({ answeredBy: 'Ada Admin', note: 'Called her' })
  const again = await mark(id, { answered: true, note: 'Called her twice' })
  expect(again.json().enquiry).toMatchObject({ answeredBy: 'Ada Admin', note: 'Called her twice' })
  expect([(await list()).total, (await list('?status=answered')).total]).toEqual([0, 1])
  const reopened = await mark(id, { answered: false, note: '' })
  expect(reopened.json().enquiry).toMatchObject({ answeredAt: null, answeredBy: null, note: '' })
  expect((await eventsOf(id)).map(({ event, notes }) => [event, notes]).slice(1)).toEqual([
    ['enquiry_answered', 'Called her'],
    ['enquiry_note_changed', 'Called her twice'],
    ['enquiry_reopened', ''],
  ])
  expect(refusal(await mark(randomUUID(), { answered: true }))).toEqual([404, 'not-found'])
})

test('the list is searched, sorted and paged by key', async () => {
  await app.services.database.db.insert(enquiries).values(
    Array.from({ length: 25 }, (_, n) => ({
      ...{ formId: randomUUID(), name: `Person ${n % 3}`, email: `p${n}@example.com`, phone: '' },
      ...{ subject: '', message: n === 7 ? 'The Zoë Trust' : 'Hello', createdAt: new Date(1_000 * (n % 4)) },
      ...(n % 5 === 0 && { answeredAt: new Date(0), answeredByName: 'Ada' }),
    })),
  )
  for (const sort of ['createdAt', 'name', 'subject', 'answeredAt']) {
    const seen: Enquiry[] = []
    let cursor: string | null = ''
    do {
      const page: Page = await list(`?status=all&sort=${sort}&limit=4${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.enquiries)
      cursor = page.nextCursor
    } while (cursor)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(25)
  }
  const names = (await list('?status=all&sort=name&limit=100')).enquiries.map(({ name }) => name)
  expect(names).toEqual([...names].sort())
  expect((await list()).total).toBe(20)
  expect((await list('?search=zoe%20trust')).enquiries.map(({ email }) => email)).toEqual(['p7@example.com'])
})
