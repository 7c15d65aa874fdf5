import { randomUUID } from 'node:crypto'
import { dayOf } from '@deedbox/contract/dates.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import type { OwnerRequest } from '@deedbox/contract/owner-requests.ts'
import { type ErrorBody, errors } from '@deedbox/contract/refusals.ts'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { ownerContactRequests } from '../../db/tables/requests.ts'
import { endOfDay } from '../../platform/days.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { events, refusal, trail, upload } from '../grants/sample.testing.ts'

const zone = 'Australia/Sydney'
let smtp: TestSmtp
let app: TestApp
let requestor: Person
let trustee: Person

beforeAll(async () => {
  smtp = await startSmtp()
  app = await startTestApp({ SMTP_URL: smtp.url, TIME_ZONE: zone })
  requestor = await app.person('requestor', { name: 'Rex Requestor' })
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

const base = '/api/owner-requests'
const ask = (as: Person | null, body: object = {}) =>
  app.call(as, 'POST', base, { ownerEmail: `owner-${randomUUID()}@example.com`, message: 'Please.', ...body })
const asked = async (body: object = {}, as = requestor) =>
  (await ask(as, body)).json<{ request: OwnerRequest; emailSent: boolean }>()
const see = (as: Person | null, id: string) => app.call(as, 'GET', `${base}/${id}`)
const act = (as: Person | null, id: string, what: string, body: object = {}) =>
  app.call(as, 'POST', `${base}/${id}/${what}`, body)
const share = (as: Person | null, id: string, ...documentIds: string[]) =>
  act(as, id, 'share', { documentIds })
const list = async (as: Person, query = '') =>
  (await app.call(as, 'GET', `${base}?${query}`)).json<{
    requests: OwnerRequest[]
    total: number
    nextCursor: string | null
  }>()
const eventsOf = (id: string) =>
  app.services.database.db
    .select()
    .from(auditEvents)
    .where(sql`${auditEvents.details} ->> 'ownerRequestId' = ${id}`)
    .orderBy(asc(auditEvents.id))
const cannot = { claim: false, fulfil: false, withdraw: false, remind: false }
const mailTo = (email: string) => smtp.next(({ deliveredTo }) => deliveredTo === email)

test('a request reaches its owner with a link and no document, and is audited', async () => {
  const ownerEmail = `owner-${randomUUID()}@example.com`
  const answer = await ask(requestor, {
    ownerEmail: ` ${ownerEmail.toUpperCase()}`,
    ownerName: 'Olive Owner',
    message: 'The deed of the <b>Hartley</b> trust, please.',
  })
  expect(answer.statusCode).toBe(201)
  const { request, emailSent } = answer.json<{ request: OwnerRequest; emailSent: boolean }>()
  expect(emailSent).toBe(true)
  expect(request).toEqual({
    id: request.id,
    requesterId: requestor.id,
    requesterName: 'Rex Requestor',
    requesterEmail: requestor.email,
    ownerEmail,
    ownerName: 'Olive Owner',
    message: 'The deed of the <b>Hartley</b> trust, please.',
    status: 'pending',
    claimedById: null,
    claimedByName: null,
    claimedAt: null,
    fulfilledAt: null,
    withdrawnAt: null,
    lastRemindedAt: null,
    createdAt: request.createdAt,
    undeliveredMail: null,
    can: { claim: false, fulfil: false, withdraw: true, remind: false },
  })
  const mail = await mailTo(ownerEmail)
  expect(mail.text).toContain(`${app.services.place().publicUrl}/owner-request/${request.id}`)
  expect(mail.text).toContain('Dear Olive Owner')
  expect(mail.replyTo).toEqual([{ name: 'Rex Requestor', address: requestor.email }])
  expect(mail.text).toContain('The deed of the <b>Hartley</b> trust, please.')
  expect(mail.html).toContain('&lt;b&gt;Hartley')
  expect(mail.attachments).toEqual([])
  expect(await eventsOf(request.id)).toMatchObject([
    { event: 'owner_request_sent', actorId: requestor.id, subjectEmail: ownerEmail },
  ])
})

test('without an address or a text it is refused in the specification’s words; only requestors ask', async () => {
  const empty = await ask(requestor, { message: '  ' })
  expect(refusal(empty)).toEqual([400, 'invalid-input'])
  expect(empty.json<ErrorBody>().error.fields).toEqual({ message: 'Please fill in all required fields' })
  expect(refusal(await ask(requestor, { ownerEmail: 'nobody' }))).toEqual([400, 'invalid-input'])
  for (const role of ['trustee', 'admin', 'b2b_admin', 'guest'])
    expect(refusal(await ask(await app.person(role)))).toEqual([403, 'not-allowed'])
})

test('a request that cannot be stored is answered as such, and no mail is sent', async () => {
  const { database } = app.services
  await database.exec(
    `create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
     create trigger full_disk before insert on owner_contact_requests for each row execute function full_disk()`,
  )
  const before = await database.db.$count(mailMessages)
  const answer = await ask(requestor)
  await database.exec('drop trigger full_disk on owner_contact_requests; drop function full_disk()')
  expect(refusal(answer)).toEqual([500, 'owner-request-failed'])
  expect(answer.json<ErrorBody>().error.message).toBe('Failed to create request record')
  expect(await database.db.$count(mailMessages)).toBe(before)
})

test('a request whose mail cannot be sent is stored, says so, and the mail is tried again', async () => {
  smtp.refuse(451)
  const { request, emailSent } = await asked()
  smtp.refuse(null)
  expect(emailSent).toBe(false)
  expect((await see(trustee, request.id)).statusCode).toBe(200)
  // The first try has ended; then as if the delay before the next one were over.
  await app.services.jobs.runDue()
  await app.services.database.query(
    `update pgboss.job set start_after = now() - interval '1 minute' where name = 'send-mail' and state = 'retry'`,
  )
  await app.services.jobs.runDue('send-mail')
  expect((await mailTo(request.ownerEmail)).text).toContain(`/owner-request/${request.id}`)
  const [row] = await app.services.database.db
    .select()
    .from(mailMessages)
    .where(eq(mailMessages.recipient, request.ownerEmail))
  expect(row).toMatchObject({ status: 'sent', attempts: 2 })
})

test('its requester sees that the email was not delivered, until it is sent again; nobody else does', async () => {
  smtp.refuse(550)
  const { request, emailSent } = await asked()
  smtp.refuse(null)
  expect(emailSent).toBe(false)
  const one = async (as: Person, view: string) =>
    (await list(as, `view=${view}&request=${request.id}`)).requests
  expect(await one(requestor, 'sent')).toMatchObject([
    { id: request.id, undeliveredMail: expect.any(String) },
  ])
  expect(await one(trustee, 'unclaimed')).toMatchObject([{ id: request.id, undeliveredMail: null }])
  // A request that is not one's own is not found by its id.
  expect(await one(await app.person('requestor'), 'sent')).toEqual([])
  const [mail] = await app.services.database.db
    .select()
    .from(mailMessages)
    .where(eq(mailMessages.recipient, request.ownerEmail))
  const resent = await app.call(await app.person('admin'), 'POST', `/api/mails/${mail?.id}/resend`)
  expect(resent.statusCode, resent.body).toBe(200)
  expect(await one(requestor, 'sent')).toMatchObject([{ undeliveredMail: null }])
})

test('the page is for the owner, trustees, administrators and the claimer; each view of it is audited', async () => {
  const owner = await app.person('guest')
  const addressed = await app.person('trustee', { confirmedAt: null })
  const { request } = await asked({ ownerEmail: owner.email, anyway: true })
  const { request: toTrustee } = await asked({ ownerEmail: addressed.email })
  const admin = await app.person('admin')
  for (const [person, claim] of [
    [owner, false],
    [trustee, true],
    [admin, false],
  ] as const) {
    const answer = await see(person, request.id)
    expect(answer.json()).toEqual({ request: { ...request, can: { ...cannot, claim } }, shared: [] })
  }
  expect((await eventsOf(request.id)).slice(1)).toMatchObject(
    [owner, trustee, admin].map(({ id }) => ({
      event: 'owner_request_viewed',
      actorId: id,
      subjectEmail: requestor.email,
    })),
  )
  // An unconfirmed trustee: their own, and no stranger's.
  expect((await see(addressed, toTrustee.id)).json().request.can).toEqual({ ...cannot, claim: true })
  const strangers = [requestor, addressed, await app.person('guest'), await app.person('b2b_admin')]
  for (const person of strangers) {
    const answer = await see(person, request.id)
    expect(refusal(answer)).toEqual([403, 'owner-request-hidden'])
    expect(answer.json<ErrorBody>().error.message).toBe(
      "Access Denied: You don't have permission to view this request.",
    )
  }
  expect(await eventsOf(request.id)).toHaveLength(4)
  expect(refusal(await see(null, request.id))).toEqual([401, 'not-signed-in'])
  expect(refusal(await see(trustee, randomUUID()))).toEqual([404, 'owner-request-not-found'])
  expect(errors['owner-request-not-found'].message).toBe('Request not found')
})

test('from a stranger’s inbox to fulfilled: an unconfirmed trustee claims, uploads, shares and fulfils', async () => {
  const newcomer = await app.person('trustee', { name: 'Nora New', confirmedAt: null })
  const { request } = await asked({ ownerEmail: newcomer.email })
  expect(refusal(await share(newcomer, request.id, randomUUID()))).toEqual([409, 'owner-request-not-open'])
  expect(refusal(await act(newcomer, request.id, 'fulfil'))).toEqual([409, 'owner-request-unclaimed'])

  const claimed = (await act(newcomer, request.id, 'claim')).json<{ request: OwnerRequest }>().request
  expect(claimed).toMatchObject({
    status: 'claimed',
    claimedById: newcomer.id,
    claimedByName: 'Nora New',
    fulfilledAt: null,
    can: { claim: false, fulfil: true },
  })
  expect((await mailTo(requestor.email)).subject).toBe('Nora New is working on your request')

  const deed = await upload(app, newcomer, { title: 'Hartley deed' })
  const will = await upload(app, newcomer, { title: 'Hartley will' })
  const day = dayOf(new Date(Date.now() + 20 * dayMs), zone)
  const answer = await act(newcomer, request.id, 'share', {
    documentIds: [will.id, deed.id, will.id],
    accessLevel: 'view',
    expiresOn: day,
  })
  expect(answer.json()).toEqual({ shared: 2, emailSent: true })
  const mail = await mailTo(requestor.email)
  expect(mail.subject).toBe('Nora New shared 2 documents with you')
  expect(mail.text).toContain('Hartley deed')
  expect(mail.text).toContain('Hartley will')
  expect(
    (await app.call(requestor, 'GET', `/api/documents/${deed.id}`)).json().document.access,
  ).toMatchObject({
    accessLevel: 'view',
    endsAt: endOfDay(day, zone).toISOString(),
  })
  expect((await trail(app, will.id)).at(-1)).toMatchObject({
    event: 'access_granted',
    subjectEmail: requestor.email,
    details: { level: 'view', ownerRequestId: request.id },
  })

  const done = (await act(newcomer, request.id, 'fulfil')).json<{ request: OwnerRequest }>().request
  expect(done).toMatchObject({ status: 'fulfilled', claimedAt: claimed.claimedAt, can: { fulfil: false } })
  expect(done.fulfilledAt).not.toBeNull()
  const fulfilled = await mailTo(requestor.email)
  expect(fulfilled.subject).toBe('Your request was fulfilled')
  expect(fulfilled.replyTo).toEqual([{ name: 'Nora New', address: newcomer.email }])
  expect(fulfilled.text).toContain(`&sent=${request.id}`)
  expect(refusal(await act(newcomer, request.id, 'fulfil'))).toEqual([409, 'owner-request-unclaimed'])
  expect(refusal(await act(newcomer, request.id, 'claim'))).toEqual([409, 'owner-request-claimed'])
  expect(refusal(await share(newcomer, request.id, deed.id))).toEqual([409, 'owner-request-not-open'])

  // The documents that they share later have nothing to do with this request.
  const other = await upload(app, newcomer, { title: 'Another deed' })
  await app.call(newcomer, 'POST', `/api/documents/${other.id}/access`, { email: requestor.email })
  expect((await see(newcomer, request.id)).json()).toEqual({
    request: done,
    shared: [
      { documentId: deed.id, title: 'Hartley deed' },
      { documentId: will.id, title: 'Hartley will' },
    ],
  })
  expect((await eventsOf(request.id)).map(({ event }) => event)).toEqual([
    'owner_request_sent',
    'owner_request_claimed',
    'access_granted',
    'access_granted',
    'owner_request_fulfilled',
    'owner_request_viewed',
  ])
})

test('the wrong person is refused: only trustees claim, only the claimer shares and fulfils', async () => {
  const other = await app.person('trustee')
  const admin = await app.person('admin')
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  const document = await upload(app, trustee)
  const { request } = await asked()
  expect(refusal(await act(admin, request.id, 'claim'))).toEqual([403, 'not-allowed'])
  expect(refusal(await act(requestor, request.id, 'claim'))).toEqual([403, 'not-allowed'])
  expect(refusal(await act(unconfirmed, request.id, 'claim'))).toEqual([403, 'owner-request-hidden'])
  expect(refusal(await act(trustee, randomUUID(), 'claim'))).toEqual([404, 'owner-request-not-found'])
  expect((await act(trustee, request.id, 'claim')).statusCode).toBe(200)
  for (const what of ['fulfil', 'share'])
    for (const [person, status, code] of [
      [other, 403, 'not-allowed'],
      [admin, 403, 'not-allowed'],
      [unconfirmed, 403, 'owner-request-hidden'],
    ] as const)
      expect(refusal(await act(person, request.id, what, { documentIds: [document.id] }))).toEqual([
        status,
        code,
      ])
  expect(await events(app, document.id)).toEqual(['document_uploaded'])
})

test('all the documents are shared or none; a document of somebody else is not found', async () => {
  const newcomer = await app.person('trustee', { confirmedAt: null })
  const { request } = await asked({ ownerEmail: newcomer.email })
  await act(newcomer, request.id, 'claim')
  const own = await upload(app, newcomer)
  const strange = await upload(app, trustee)
  expect(refusal(await share(newcomer, request.id, own.id, strange.id))).toEqual([404, 'document-not-found'])
  const past = { documentIds: [own.id], expiresOn: '2020-01-01' }
  expect(refusal(await act(newcomer, request.id, 'share', past))).toEqual([400, 'expiry-past'])
  expect(await events(app, own.id)).toEqual(['document_uploaded'])
  expect((await share(newcomer, request.id, own.id)).json()).toMatchObject({ shared: 1 })
  const { text } = await smtp.next(({ subject }) => subject?.includes('shared a document with you') ?? false)
  expect(text).toContain(`/documents/shared/${own.id}`)
})

test('of several claims at once one wins', async () => {
  const { request } = await asked()
  const trustees = await Promise.all(Array.from({ length: 6 }, () => app.person('trustee')))
  const answers = await Promise.all(trustees.map((person) => act(person, request.id, 'claim')))
  const won = trustees.filter((_, n) => answers[n]?.statusCode === 200)
  expect(won).toHaveLength(1)
  for (const answer of answers.filter(({ statusCode }) => statusCode !== 200))
    expect(refusal(answer)).toEqual([409, 'owner-request-claimed'])
  const [row] = await app.services.database.db
    .select()
    .from(ownerContactRequests)
    .where(eq(ownerContactRequests.id, request.id))
  expect(row).toMatchObject({ status: 'claimed', claimedBy: won[0]?.id })
  expect((await eventsOf(request.id)).filter(({ event }) => event === 'owner_request_claimed')).toHaveLength(
    1,
  )
})

test('the lists: sent by the reader, and addressed to or claimed by the reader, paged newest first', async () => {
  const asker = await app.person('requestor')
  const owner = await app.person('trustee', { confirmedAt: null })
  const sent: string[] = []
  for (let n = 0; n < 5; n++) {
    // Requests of the same moment are sorted by the key.
    if (n !== 3) app.shift(1_000)
    sent.unshift((await asked(n % 2 ? { ownerEmail: owner.email } : {}, asker)).request.id)
  }
  const walked: string[] = []
  let cursor: string | null = null
  do {
    const page = await list(asker, `limit=2${cursor ? `&cursor=${cursor}` : ''}`)
    expect(page.total).toBe(5)
    walked.push(...page.requests.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor)
  expect([...walked].sort()).toEqual([...sent].sort())
  expect(walked[0]).toBe(sent[0])
  expect(walked.at(-1)).toBe(sent.at(-1))

  expect((await list(owner, 'view=received')).requests.map(({ id }) => id)).toEqual([sent[1], sent[3]])
  expect((await list(owner)).requests).toEqual([])
  const claimer = await app.person('trustee')
  expect(await list(claimer, 'view=received')).toEqual({ requests: [], total: 0, nextCursor: null })
  await act(claimer, sent[0] ?? '', 'claim')
  expect((await list(claimer, 'view=received')).requests).toMatchObject([
    { id: sent[0], can: { claim: false, fulfil: true } },
  ])
  const { nextCursor } = await list(asker, 'limit=1')
  const wrong = await app.call(asker, 'GET', `${base}?view=received&cursor=${nextCursor}`)
  expect(refusal(wrong)).toEqual([400, 'invalid-input'])
})

test('a request to oneself, or to an account that cannot claim it, is refused before anything is sent', async () => {
  const before = await app.services.database.db.$count(mailMessages)
  const self = await ask(requestor, { ownerEmail: requestor.email.toUpperCase() })
  expect(refusal(self)).toEqual([400, 'owner-request-self'])
  expect(refusal(await ask(requestor, { ownerEmail: requestor.email, anyway: true }))).toEqual([
    400,
    'owner-request-self',
  ])
  for (const role of ['guest', 'requestor', 'b2b_admin', 'admin']) {
    const person = await app.person(role)
    const answer = await ask(requestor, { ownerEmail: person.email })
    expect(refusal(answer)).toEqual([409, 'owner-cannot-claim'])
    // The answer reveals neither the name nor the role.
    expect(answer.body).not.toContain(role)
  }
  expect(await app.services.database.db.$count(mailMessages)).toBe(before)
  const guest = await app.person('guest')
  expect((await ask(requestor, { ownerEmail: guest.email, anyway: true })).statusCode).toBe(201)
  for (const more of [{}, { confirmedAt: null }]) {
    const owner = await app.person('trustee', more)
    expect((await ask(requestor, { ownerEmail: owner.email })).statusCode).toBe(201)
  }
})

test('its requester withdraws a request, claimed or not; the owner and the claimer are notified', async () => {
  const asker = await app.person('requestor', { name: 'Wanda Waiting' })
  const { request } = await asked({}, asker)
  await mailTo(request.ownerEmail)
  for (const person of [trustee, await app.person('admin')])
    expect(refusal(await act(person, request.id, 'withdraw'))).toEqual([403, 'not-allowed'])
  const other = await app.person('requestor')
  expect(refusal(await act(other, request.id, 'withdraw'))).toEqual([403, 'owner-request-hidden'])
  expect(refusal(await act(asker, randomUUID(), 'withdraw'))).toEqual([404, 'owner-request-not-found'])

  const { request: withdrawn } = (await act(asker, request.id, 'withdraw')).json()
  expect(withdrawn).toMatchObject({ status: 'withdrawn', can: cannot, claimedAt: null })
  expect(withdrawn.withdrawnAt).not.toBeNull()
  const mail = await mailTo(request.ownerEmail)
  expect(mail.subject).toBe('Wanda Waiting has withdrawn a request for documents')
  expect(mail.text).not.toContain('/owner-request/')
  expect(refusal(await act(asker, request.id, 'withdraw'))).toEqual([409, 'owner-request-withdrawn'])
  expect(refusal(await act(asker, request.id, 'remind'))).toEqual([409, 'owner-request-withdrawn'])
  expect(refusal(await act(trustee, request.id, 'claim'))).toEqual([409, 'owner-request-withdrawn'])
  expect((await see(trustee, request.id)).json().request).toMatchObject({ status: 'withdrawn', can: cannot })
  expect((await eventsOf(request.id)).slice(0, 2)).toMatchObject([
    { event: 'owner_request_sent' },
    { event: 'owner_request_withdrawn', actorId: asker.id, subjectEmail: request.ownerEmail },
  ])

  const claimer = await app.person('trustee')
  const { request: taken } = await asked({}, asker)
  await mailTo(taken.ownerEmail)
  await act(claimer, taken.id, 'claim')
  expect((await act(asker, taken.id, 'withdraw')).json().request).toMatchObject({
    status: 'withdrawn',
    claimedById: claimer.id,
  })
  for (const to of [taken.ownerEmail, claimer.email])
    expect((await mailTo(to)).subject).toBe('Wanda Waiting has withdrawn a request for documents')
  const own = await upload(app, claimer)
  for (const what of ['fulfil', 'share'])
    expect(refusal(await act(claimer, taken.id, what, { documentIds: [own.id] }))).toEqual([
      409,
      'owner-request-withdrawn',
    ])

  const { request: done } = await asked({ ownerEmail: claimer.email }, asker)
  await act(claimer, done.id, 'claim')
  await act(claimer, done.id, 'fulfil')
  expect(refusal(await act(asker, done.id, 'withdraw'))).toEqual([409, 'owner-request-over'])
})

test('its requester reminds the owner of an unclaimed request after two days, at most once a day', async () => {
  const asker = await app.person('requestor', { name: 'Ruth Reminding' })
  const { request } = await asked({ message: 'The deed of 1998, please.' }, asker)
  await mailTo(request.ownerEmail)
  const canRemind = async () => (await list(asker)).requests[0]?.can.remind
  expect(await canRemind()).toBe(false)
  expect(refusal(await act(asker, request.id, 'remind'))).toEqual([409, 'request-too-young'])
  app.shift(2 * dayMs)
  expect(await canRemind()).toBe(true)
  expect(refusal(await act(trustee, request.id, 'remind'))).toEqual([403, 'not-allowed'])

  const answer = (await act(asker, request.id, 'remind')).json()
  expect(answer).toMatchObject({ emailSent: true, request: { status: 'pending', can: { remind: false } } })
  const mail = await mailTo(request.ownerEmail)
  expect(mail.subject).toBe('Reminder: Ruth Reminding asks you for documents')
  expect(mail.text).toContain(`/owner-request/${request.id}`)
  expect(mail.text).toContain('The deed of 1998, please.')
  expect(refusal(await act(asker, request.id, 'remind'))).toEqual([409, 'request-reminded'])
  expect((await eventsOf(request.id)).at(-1)).toMatchObject({
    event: 'owner_request_reminder_sent',
    actorId: asker.id,
    subjectEmail: request.ownerEmail,
  })
  app.shift(dayMs)
  const both = await Promise.all([act(asker, request.id, 'remind'), act(asker, request.id, 'remind')])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  await act(trustee, request.id, 'claim')
  app.shift(dayMs)
  expect(await canRemind()).toBe(false)
  expect(refusal(await act(asker, request.id, 'remind'))).toEqual([409, 'owner-request-taken'])
})

test('unclaimed requests are listed for those who may see them, the longest waiting first', async () => {
  const own = await startTestApp()
  try {
    const [asker, boss, admin, newcomer, guest] = [
      await own.person('requestor'),
      await own.person('trustee'),
      await own.person('admin'),
      await own.person('trustee', { confirmedAt: null }),
      await own.person('guest'),
    ]
    const sent: string[] = []
    for (const ownerEmail of ['one@x.example', newcomer.email, 'three@x.example', 'four@x.example']) {
      const answer = await own.call(asker, 'POST', base, { ownerEmail, message: 'Please' })
      sent.push(answer.json().request.id)
      own.shift(1_000)
    }
    await own.call(boss, 'POST', `${base}/${sent[0]}/claim`)
    const unclaimed = async (as: Person, query = '') =>
      (await own.call(as, 'GET', `${base}?view=unclaimed${query}`)).json<{
        requests: OwnerRequest[]
        total: number
        nextCursor: string | null
      }>()
    for (const person of [boss, admin]) {
      const first = await unclaimed(person, '&limit=2')
      expect([first.total, first.requests.map(({ id }) => id)]).toEqual([3, sent.slice(1, 3)])
      const second = await unclaimed(person, `&limit=2&cursor=${first.nextCursor}`)
      expect([second.nextCursor, second.requests.map(({ id }) => id)]).toEqual([null, sent.slice(3)])
    }
    expect((await unclaimed(newcomer)).requests.map(({ id }) => id)).toEqual([sent[1]])
    for (const person of [asker, guest]) expect((await unclaimed(person)).total).toBe(0)
  } finally {
    await own.stop()
  }
})
