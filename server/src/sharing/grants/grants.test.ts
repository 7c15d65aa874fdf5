import { randomUUID } from 'node:crypto'
import { dayOf } from '@deedbox/contract/dates.ts'
import { dayMs, daysAfter } from '@deedbox/contract/durations.ts'
import type { Grant } from '@deedbox/contract/grants.ts'
import type { ErrorBody } from '@deedbox/contract/refusals.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { addYears, endOfDay } from '../../platform/days.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { expireGrants } from './grants.jobs.ts'
import { events, refusal, trail, upload } from './sample.testing.ts'

const zone = 'Australia/Sydney'
let smtp: TestSmtp
let app: TestApp
let trustee: Person

beforeAll(async () => {
  smtp = await startSmtp()
  app = await startTestApp({ SMTP_URL: smtp.url, TIME_ZONE: zone })
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

const now = () => new Date(Date.now() + app.services.clock.shiftMs)
const inDays = (days: number) => dayOf(daysAfter(now(), days), zone)
const share = (as: Person | null, documentId: string, body: object) =>
  app.call(as, 'POST', `/api/documents/${documentId}/access`, body)
const revoke = (as: Person | null, id: string) => app.call(as, 'POST', `/api/access/${id}/revoke`, {})
const renew = (as: Person | null, id: string, body: object = {}) =>
  app.call(as, 'POST', `/api/access/${id}/renew`, body)
const table = async (documentId: string, as = trustee) =>
  (await app.call(as, 'GET', `/api/documents/${documentId}/access`)).json<{ grants: Grant[] }>().grants
const rows = (documentId: string) =>
  app.services.database.db.select().from(documentAccess).where(eq(documentAccess.documentId, documentId))

/** Makes a document of the trustee, shared with a new guest. */
async function shared(body: object = {}) {
  const document = await upload(app, trustee)
  const guest = await app.person('guest')
  const answer = await share(trustee, document.id, { email: guest.email, ...body })
  expect(answer.statusCode).toBe(201)
  return { document, guest, ...answer.json<{ grant: Grant; emailSent: boolean }>() }
}
const reads = async (as: Person, documentId: string) =>
  (await app.call(as, 'GET', `/api/documents/${documentId}`)).statusCode

test('separators in texts become spaces, and one stored by an earlier version does not stop a mail', async () => {
  const document = await upload(app, trustee, {
    title: 'Hartley\u2028trust \u202edeed',
    clientName: 'Andre\u0301\tHartley',
    fileName: 'a\u2029b.txt',
  })
  expect(document).toMatchObject({
    title: 'Hartley trust deed',
    clientName: 'Andr\u00e9 Hartley',
    fileName: 'a b.txt',
  })
  await app.services.database.db
    .update(documents)
    .set({ title: 'Old\u2028title\u0085of\u2029ours' })
    .where(eq(documents.id, document.id))
  const guest = await app.person('guest')
  const answer = await share(trustee, document.id, { email: guest.email })
  expect(answer.json()).toMatchObject({ emailSent: true })
  const mail = await smtp.next(({ deliveredTo }) => deliveredTo === guest.email)
  expect(mail.subject).toContain('Old title of ours')
})

test('a share without an end lasts 540 days, is audited, and its mail links to the document', async () => {
  const document = await upload(app, trustee, { title: 'The will of A. Hartley' })
  const guest = await app.person('guest', { name: 'Gail Guest' })
  const body = { email: ` ${guest.email.toUpperCase()} `, message: 'Please read <b>this</b>.' }
  const answer = await share(trustee, document.id, body)
  const { grant, emailSent } = answer.json<{ grant: Grant; emailSent: boolean }>()
  expect(answer.statusCode).toBe(201)
  expect(emailSent).toBe(true)
  expect(grant).toMatchObject({
    documentId: document.id,
    userId: guest.id,
    userEmail: guest.email,
    userName: 'Gail Guest',
    accessLevel: 'download',
    status: 'active',
    grantedByName: 'Tess Trustee',
    expiresAt: null,
    notes: body.message,
    invited: false,
    can: { revoke: true, renew: true },
  })
  expect(Date.parse(grant.autoRevokeDate ?? '') - Date.parse(grant.grantedAt)).toBe(540 * dayMs)
  const mail = await smtp.next(({ deliveredTo }) => deliveredTo === guest.email)
  expect(mail.subject).toContain('The will of A. Hartley')
  expect(mail.text).toContain(`/documents/shared/${document.id}`)
  expect(mail.text).toContain('Please read <b>this</b>.')
  expect(mail.html).toContain('&lt;b&gt;')
  expect((await trail(app, document.id)).at(-1)).toMatchObject({
    event: 'access_granted',
    accessId: grant.id,
    actorId: trustee.id,
    subjectEmail: guest.email,
    notes: body.message,
    details: { level: 'download', expiresAt: grant.autoRevokeDate },
  })
  expect(await table(document.id)).toEqual([grant])
  expect(await reads(guest, document.id)).toBe(200)
})

test('a share with a day lasts until the end of that day in the deployment’s time zone', async () => {
  const { grant } = await shared({ expiresOn: inDays(0), accessLevel: 'view' })
  const end = endOfDay(inDays(0), zone).toISOString()
  expect(grant).toMatchObject({ expiresAt: end, autoRevokeDate: end, accessLevel: 'view' })
})

test('an end in the past, or more than ten years away, is refused', async () => {
  const document = await upload(app, trustee)
  const { email } = await app.person('guest')
  expect(refusal(await share(trustee, document.id, { email, expiresOn: inDays(-1) }))).toEqual([
    400,
    'expiry-past',
  ])
  expect(refusal(await share(trustee, document.id, { email, expiresOn: inDays(3_660) }))).toEqual([
    400,
    'expiry-far',
  ])
  expect(refusal(await share(trustee, document.id, { email, expiresOn: '2030-02-31' }))).toEqual([
    400,
    'invalid-input',
  ])
  expect(await rows(document.id)).toEqual([])
})

test('an unknown person is refused with the specification’s message, unless invited as a guest', async () => {
  const document = await upload(app, trustee)
  const email = `new-${randomUUID()}@example.com`
  const refused = await share(trustee, document.id, { email })
  expect(refusal(refused)).toEqual([404, 'recipient-unknown'])
  expect(refused.json<ErrorBody>().error.message).toBe(`User with email ${email} not found in the system`)

  const invite = { expiresOn: inDays(60) }
  expect(refusal(await share(trustee, document.id, { email, invite: { expiresOn: inDays(-2) } }))).toEqual([
    400,
    'expiry-past',
  ])
  const first = (await share(trustee, document.id, { email, invite })).json<{
    grant: Grant
    emailSent: boolean
  }>()
  expect(first).toMatchObject({ emailSent: true, grant: { invited: true, userId: null, userName: email } })
  const mail = await smtp.next(({ deliveredTo }) => deliveredTo === email)
  const { rows: invitations } = await app.services.database.query<{ id: string }>(
    'select id, role, access_expires_at from invitations where email = $1',
    [email],
  )
  expect(invitations).toEqual([
    expect.objectContaining({ role: 'guest', access_expires_at: endOfDay(inDays(60), zone) }),
  ])
  expect(mail.text).toContain(`/signup?invitation=${invitations[0]?.id}`)

  // A second document: the invitation already exists.
  const other = await upload(app, trustee)
  expect((await share(trustee, other.id, { email, invite })).statusCode).toBe(201)
  const joined = await app.person('guest', { email })
  expect(await reads(joined, document.id)).toBe(200)
  expect(await reads(joined, other.id)).toBe(200)
})

test('a document cannot be shared with its owner or an unconfirmed trustee', async () => {
  const document = await upload(app, trustee)
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  const admin = await app.person('admin')
  expect(refusal(await share(admin, document.id, { email: trustee.email }))).toEqual([409, 'recipient-owner'])
  expect(refusal(await share(admin, document.id, { email: unconfirmed.email }))).toEqual([
    409,
    'recipient-unconfirmed',
  ])
  expect((await share(trustee, document.id, { email: admin.email })).statusCode).toBe(201)
})

test('only people who handle a document can share it, see its grants and end them', async () => {
  const { document, guest, grant } = await shared()
  const requestor = await app.person('requestor')
  const own = await upload(app, requestor)
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  const head = await app.person('b2b_admin')
  for (const person of [guest, requestor, head]) {
    expect(refusal(await share(person, document.id, { email: 'x@example.com' }))).toEqual([
      403,
      'not-allowed',
    ])
    expect(refusal(await revoke(person, grant.id))).toEqual([403, 'not-allowed'])
    expect(refusal(await renew(person, grant.id))).toEqual([403, 'not-allowed'])
  }
  expect(refusal(await share(unconfirmed, document.id, { email: guest.email }))).toEqual([
    404,
    'document-not-found',
  ])
  expect(refusal(await revoke(unconfirmed, grant.id))).toEqual([404, 'grant-not-found'])
  expect(refusal(await renew(unconfirmed, grant.id))).toEqual([404, 'grant-not-found'])
  expect(refusal(await revoke(trustee, randomUUID()))).toEqual([404, 'grant-not-found'])
  const seeing = (as: Person | null, id: string) => app.call(as, 'GET', `/api/documents/${id}/access`)
  expect(refusal(await seeing(guest, document.id))).toEqual([403, 'not-allowed'])
  expect(refusal(await seeing(requestor, own.id))).toEqual([403, 'not-allowed'])
  expect(refusal(await seeing(requestor, document.id))).toEqual([404, 'document-not-found'])
  expect(refusal(await seeing(null, document.id))).toEqual([401, 'not-signed-in'])

  // An unconfirmed trustee handles their own documents.
  const theirs = await upload(app, unconfirmed)
  const given = (await share(unconfirmed, theirs.id, { email: guest.email })).json<{ grant: Grant }>().grant
  expect(await table(theirs.id, unconfirmed)).toEqual([given])
  expect((await revoke(unconfirmed, given.id)).statusCode).toBe(200)
})

test('sharing again changes the existing grant; after it has ended there is a second one', async () => {
  const { document, guest, grant } = await shared({ expiresOn: inDays(1), message: 'one' })
  const again = await share(trustee, document.id, {
    email: guest.email,
    expiresOn: inDays(9),
    accessLevel: 'view',
    message: 'two',
  })
  expect(again.json<{ grant: Grant }>().grant).toEqual({
    ...grant,
    accessLevel: 'view',
    notes: 'two',
    expiresAt: endOfDay(inDays(9), zone).toISOString(),
    autoRevokeDate: endOfDay(inDays(9), zone).toISOString(),
  })
  const [held] = await rows(document.id)
  app.shift((held?.expiresAt?.getTime() ?? 0) - now().getTime() + 1_000)
  expect(await reads(guest, document.id)).toBe(404)
  const third = (await share(trustee, document.id, { email: guest.email })).json<{ grant: Grant }>().grant
  expect((await table(document.id)).map(({ id, status }) => [id, status])).toEqual([
    [third.id, 'active'],
    [grant.id, 'expired'],
  ])
  expect(await events(app, document.id)).toEqual([
    'document_uploaded',
    'access_granted',
    'access_granted',
    'expired',
    'access_granted',
  ])
})

test('simultaneous shares create one grant', async () => {
  const document = await upload(app, trustee)
  const { email } = await app.person('guest')
  const admin = await app.person('admin')
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      share(n % 2 ? admin : trustee, document.id, { email, message: `${n}` }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
  expect(await rows(document.id)).toHaveLength(1)
})

test('a share is kept when its mail cannot be sent, and the response says so', async () => {
  smtp.refuse(550)
  const { emailSent, document, guest } = await shared()
  smtp.refuse(null)
  expect(emailSent).toBe(false)
  expect(await reads(guest, document.id)).toBe(200)
})

test('revoking ends access at once, and works only once', async () => {
  const { document, guest, grant } = await shared()
  const answer = await revoke(trustee, grant.id)
  const revoked = answer.json<{ grant: Grant }>().grant
  expect(revoked).toEqual({
    ...grant,
    status: 'revoked',
    revokedAt: expect.any(String),
    can: { revoke: false, renew: false },
  })
  expect(await table(document.id)).toEqual([revoked])
  expect(await reads(guest, document.id)).toBe(404)
  expect(refusal(await revoke(trustee, grant.id))).toEqual([409, 'grant-ended'])
  expect(refusal(await renew(trustee, grant.id))).toEqual([409, 'grant-ended'])
  expect((await trail(app, document.id)).at(-1)).toMatchObject({
    event: 'revoked',
    accessId: grant.id,
    subjectEmail: guest.email,
  })
})

test('renewing gives one calendar year, or until a day', async () => {
  const { document, guest, grant } = await shared({ expiresOn: inDays(1) })
  const before = now()
  const year = (await renew(trustee, grant.id)).json<{ grant: Grant }>().grant
  expect(year.expiresAt).toBe(year.autoRevokeDate)
  const end = Date.parse(year.expiresAt ?? '')
  expect(end).toBeGreaterThanOrEqual(addYears(before, 1, zone).getTime() - 1_000)
  expect(end).toBeLessThanOrEqual(addYears(now(), 1, zone).getTime() + 1_000)
  const until = (await renew(trustee, grant.id, { expiresOn: inDays(5) })).json<{ grant: Grant }>().grant
  expect(until.expiresAt).toBe(endOfDay(inDays(5), zone).toISOString())
  expect(refusal(await renew(trustee, grant.id, { expiresOn: inDays(-1) }))).toEqual([400, 'expiry-past'])
  expect(refusal(await renew(trustee, grant.id, { expiresOn: inDays(3_660) }))).toEqual([400, 'expiry-far'])
  expect(await reads(guest, document.id)).toBe(200)
  expect((await events(app, document.id)).slice(2)).toEqual(['renewed', 'renewed'])
})

test('the job marks ended grants once, with an event; a renewal restores one unless there is a newer grant', async () => {
  const { document, guest, grant } = await shared({ expiresOn: inDays(0) })
  app.shift(Date.parse(grant.expiresAt ?? '') - now().getTime() + 1_000)
  expect(await reads(guest, document.id)).toBe(404)
  expect((await table(document.id))[0]?.status).toBe('expired')
  expect((await rows(document.id))[0]?.status).toBe('active')
  await Promise.all([expireGrants(app.services), expireGrants(app.services)])
  await expireGrants(app.services)
  expect((await rows(document.id))[0]?.status).toBe('expired')
  expect(await events(app, document.id)).toEqual(['document_uploaded', 'access_granted', 'expired'])

  expect((await renew(trustee, grant.id, { expiresOn: inDays(0) })).statusCode).toBe(200)
  expect(await reads(guest, document.id)).toBe(200)

  app.shift(dayMs)
  await expireGrants(app.services)
  expect((await share(trustee, document.id, { email: guest.email })).statusCode).toBe(201)
  expect(refusal(await renew(trustee, grant.id))).toEqual([409, 'grant-replaced'])
  app.shift(541 * dayMs)
  expect((await renew(trustee, grant.id)).statusCode).toBe(200)
  const active = and(eq(documentAccess.documentId, document.id), eq(documentAccess.status, 'active'))
  expect(await app.services.database.db.$count(documentAccess, active)).toBe(1)
})

test('the job handles more than one batch', async () => {
  const document = await upload(app, trustee)
  await app.services.database.db.insert(documentAccess).values(
    Array.from({ length: 501 }, (_, n) => ({
      documentId: document.id,
      userEmail: `p${n}@example.com`,
      userName: 'x',
      grantedBy: trustee.id,
      grantedByName: 'x',
      grantedAt: now(),
      expiresAt: now(),
    })),
  )
  app.shift(1_000)
  await expireGrants(app.services)
  expect((await events(app, document.id)).filter((event) => event === 'expired')).toHaveLength(501)
})

test('the automatic date revokes: at once for every reader, and stored by the job', async () => {
  const { document, guest, grant } = await shared()
  const listed = (accessStatus: string) =>
    app
      .call(trustee, 'GET', `/api/documents?accessStatus=${accessStatus}&userEmail=${guest.email}`)
      .then((answer) => answer.json<{ total: number }>().total)
  app.shift(540 * dayMs + 1_000)
  const look = async () => {
    expect(await table(document.id)).toEqual([
      expect.objectContaining({ status: 'revoked', can: { revoke: false, renew: false } }),
    ])
    expect([await listed('active'), await listed('expired'), await listed('revoked')]).toEqual([0, 0, 1])
    expect(refusal(await renew(trustee, grant.id))).toEqual([409, 'grant-ended'])
  }
  await look()
  expect((await rows(document.id))[0]?.status).toBe('active')
  await expireGrants(app.services)
  expect((await rows(document.id))[0]?.status).toBe('revoked')
  await look()
  expect((await trail(app, document.id)).at(-1)).toMatchObject({
    event: 'revoked',
    accessId: grant.id,
    actorId: null,
  })
})

test('a deleted document cannot be shared or renewed, and its grants have ended', async () => {
  const { document, guest, grant } = await shared()
  const ended = await shared({ expiresOn: inDays(0) })
  app.shift(Date.parse(ended.grant.expiresAt ?? '') - now().getTime() + 1)
  await expireGrants(app.services)
  for (const { id } of [document, ended.document]) await app.call(trustee, 'DELETE', `/api/documents/${id}`)
  expect(refusal(await share(trustee, document.id, { email: guest.email }))).toEqual([
    404,
    'document-not-found',
  ])
  expect(refusal(await renew(trustee, grant.id))).toEqual([409, 'grant-ended'])
  expect(refusal(await renew(trustee, ended.grant.id))).toEqual([409, 'document-deleted'])
  expect((await table(document.id)).map(({ status, can }) => [status, can.renew])).toEqual([
    ['revoked', false],
  ])
})
