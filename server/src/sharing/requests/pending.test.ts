import { dayMs, daysBefore } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailMessages } from '../../db/tables/mail.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import { start } from '../../start.ts'
import type { Person } from '../../testing/app.ts'
import { refusal, upload } from '../grants/sample.testing.ts'
import { lapseRequests } from './requests.jobs.ts'
import { type Requests, startRequests } from './requests.testing.ts'

let the: Requests
let trustee: Person
beforeAll(async () => {
  the = await startRequests()
  trustee = await the.app.person('trustee', { name: 'Tess Trustee' })
})
afterAll(() => the.stop())

async function pending(owner = trustee, body: object = {}) {
  const person = await the.app.person('requestor', { name: 'Rae Requestor' })
  const { id: documentId } = await upload(the.app, owner)
  const request = await the.asked(person, { documentId, documentName: 'My wish', ...body })
  return { person, request }
}

test('a reminder goes to the owner after two days, at most once a day, from the requester or a reviewer', async () => {
  const owner = await the.app.person('trustee')
  const { person, request } = await pending(owner)
  expect((await the.mailTo(owner)).subject).toContain('asks for access to')
  expect(refusal(await the.does(person, 'remind', request.id))).toEqual([409, 'request-too-young'])
  the.app.shift(2 * dayMs)
  expect((await the.list(person)).requests[0]?.can.remind).toBe(true)
  const stranger = await the.app.person('requestor')
  expect(refusal(await the.does(stranger, 'remind', request.id))).toEqual([404, 'request-not-found'])

  const answer = await the.does(person, 'remind', request.id)
  expect(answer.json()).toMatchObject({ emailSent: true, request: { can: { remind: false } } })
  const mail = await the.mailTo(owner)
  expect(mail.subject).toBe('Reminder: Rae Requestor is waiting for access to “A note”')
  expect(mail.text).toContain('/trustee/requests')
  // The owner would only remind themselves.
  the.app.shift(dayMs)
  expect((await the.list(person)).requests[0]?.can.remind).toBe(true)
  const seen = async (as: Person) =>
    (await the.list(as, '?view=review&status=pending')).requests.find(({ id }) => id === request.id)
  expect((await seen(trustee))?.can).toMatchObject({ remind: true, decide: true })
  expect((await seen(owner))?.can).toMatchObject({ remind: false, decide: true })
  expect(refusal(await the.does(owner, 'remind', request.id))).toEqual([409, 'reminder-to-self'])
  expect((await the.does(trustee, 'remind', request.id)).statusCode).toBe(200)
  await the.mailTo(owner)
  for (const again of [person, trustee])
    expect(refusal(await the.does(again, 'remind', request.id))).toEqual([409, 'request-reminded'])
  the.app.shift(dayMs)
  const both = await Promise.all([
    the.does(trustee, 'remind', request.id),
    the.does(person, 'remind', request.id),
  ])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  await the.mailTo(owner)
  expect(await the.events(request.id)).toEqual([
    'access_requested',
    'request_reminder_sent',
    'request_reminder_sent',
    'request_reminder_sent',
  ])
  await the.does(trustee, 'deny', request.id)
  the.app.shift(dayMs)
  expect(refusal(await the.does(person, 'remind', request.id))).toEqual([409, 'request-decided'])
})

test('a reminder of a name, or on a document whose owner cannot decide, goes to at most 20 confirmed trustees', async () => {
  const own = await startRequests()
  try {
    const { app } = own
    const person = await app.person('requestor')
    const lonely = await own.asked(person, { documentName: 'Nobody is there yet' })
    app.shift(2 * dayMs)
    expect(refusal(await own.does(person, 'remind', lonely.id))).toEqual([409, 'nobody-to-ask'])
    const admin = await app.person('admin')
    expect((await own.does(person, 'remind', lonely.id)).json().emailSent).toBe(true)
    expect((await own.mailTo(admin)).subject).toContain('Nobody is there yet')
    app.shift(dayMs)
    const offered = async (as: Person) => (await own.list(as, '?view=review')).requests[0]?.can.remind
    expect(await offered(admin)).toBe(false)
    expect(refusal(await own.does(admin, 'remind', lonely.id))).toEqual([409, 'reminder-to-self'])
    const only = await app.person('trustee', { email: 'only@x.example', lastSignedInAt: null })
    expect([await offered(admin), await offered(only)]).toEqual([true, false])
    expect(refusal(await own.does(only, 'remind', lonely.id))).toEqual([409, 'reminder-to-self'])

    for (let n = 0; n < 22; n++)
      await app.person('trustee', {
        lastSignedInAt: new Date(Date.now() - n * dayMs),
        email: `t${n}@x.example`,
      })
    await app.person('trustee', { confirmedAt: null, email: 'unconfirmed@x.example' })
    const owner = await app.person('requestor')
    const { id: documentId } = await upload(app, owner)
    const request = await own.asked(person, { documentName: 'x', documentId })
    await app.services.jobs.runDue()
    own.smtp.received.length = 0
    app.shift(2 * dayMs)
    expect((await own.does(person, 'remind', request.id)).json().emailSent).toBe(true)
    await app.services.jobs.runDue()
    const expected = Array.from({ length: 20 }, (_, n) => `t${n}@x.example`)
    expect(own.smtp.received.map(({ deliveredTo }) => deliveredTo).sort()).toEqual(expected.sort())
  } finally {
    await own.stop()
  }
})

test('a reminder that cannot be sent says so', async () => {
  const { person, request } = await pending()
  the.app.shift(2 * dayMs)
  the.smtp.refuse(451)
  const answer = await the.does(person, 'remind', request.id)
  the.smtp.refuse(null)
  expect(answer.json().emailSent).toBe(false)
})

test('a request lapses after 30 days with one notice, also when several servers run the job', async () => {
  const { person, request } = await pending()
  const decided = await pending()
  await the.does(trustee, 'deny', decided.request.id)
  the.app.shift(30 * dayMs - 60_000)
  const younger = await pending()
  await lapseRequests(the.app.services)
  expect((await the.row(request.id)).status).toBe('pending')
  the.app.shift(60_000)
  const { config, logger } = the.app.services
  // The embedded database has one process; PostgreSQL has a second server.
  const second = config.databaseUrl
    ? await start({ config, logger, migrations: the.app.migrations, listen: false })
    : undefined
  if (second) second.services.clock.shiftMs = the.app.services.clock.shiftMs
  try {
    const servers = [the.app.services, second?.services ?? the.app.services]
    await Promise.all([...servers, ...servers].map((services) => lapseRequests(services)))
    await the.mailTo(person)
    for (const services of servers) {
      await lapseRequests(services)
      await services.jobs.runDue()
    }
  } finally {
    await second?.stop()
  }
  expect(await the.row(request.id)).toMatchObject({ status: 'lapsed', reviewedBy: null, reviewedAt: null })
  expect((await the.row(decided.request.id)).status).toBe('denied')
  expect((await the.row(younger.request.id)).status).toBe('pending')
  expect(await the.events(request.id)).toEqual(['access_requested', 'request_lapsed'])
  const notices = the.mailsTo(person)
  expect(notices.map(({ subject }) => subject)).toEqual(['Lapsed: your request for access to “My wish”'])
  expect(notices[0]?.text).toContain('/requestor/documents')
  expect(refusal(await the.does(trustee, 'approve', request.id))).toEqual([409, 'request-decided'])
  expect(refusal(await the.does(person, 'withdraw', request.id))).toEqual([409, 'request-decided'])
  expect((await the.ask(person, { documentName: 'My wish' })).statusCode).toBe(201)
})

test('the job handles more than one batch', async () => {
  const person = await the.app.person('requestor')
  const rows = Array.from({ length: 201 }, (_, n) => ({
    documentName: `Deed ${n}`,
    requesterId: person.id,
    requesterEmail: person.email,
    requesterName: 'x',
    createdAt: daysBefore(the.now(), 31),
  }))
  await the.app.services.database.db.insert(accessRequests).values(rows)
  await lapseRequests(the.app.services)
  expect((await the.list(person, '?status=lapsed')).total).toBe(201)
  const notices = eq(mailMessages.recipient, person.email)
  expect(await the.app.services.database.db.$count(mailMessages, notices)).toBe(201)
})
