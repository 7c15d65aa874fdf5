import { dayMs, hourMs } from '@deedbox/contract/durations.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMonths, addYears, endOfDay } from '../../platform/days.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Person } from '../../testing/app.ts'
import { expireGrants } from '../grants/grants.jobs.ts'
import { refusal, trail } from '../grants/sample.testing.ts'
import { requestedEnd } from './extension.ts'
import { type Requests, startRequests, zone } from './requests.testing.ts'

let the: Requests
let trustee: Person
beforeAll(async () => {
  the = await startRequests()
  trustee = await the.app.person('trustee', { name: 'Tess Trustee' })
})
afterAll(() => the.stop())

const until = (days: number) => endOfDay(the.inDays(days), zone)

/** Makes a requestor's grant on a document of the trustee. */
async function held(body: object = {}, role: 'requestor' | 'guest' = 'requestor') {
  const person = await the.app.person(role)
  return { person, ...(await the.granted(trustee, person, { expiresOn: the.inDays(20), ...body })) }
}
async function extension(body: object = {}) {
  const grant = await held()
  const answer = await the.extend(grant.person, grant.grantId, body)
  expect(answer.statusCode).toBe(201)
  return { ...grant, request: answer.json<{ request: AccessRequest }>().request }
}

test('an extension counts from the present end, and approving it changes the dates of the same grant', async () => {
  const { person, documentId, grantId, request } = await extension({ justification: 'The sale is late.' })
  const requested = addMonths(until(20), 3, zone)
  expect(request).toMatchObject({
    requestType: 'extension',
    extensionType: '3-months',
    documentId,
    documentName: 'A note',
    accessId: grantId,
    requestedAccessLevel: null,
    requestedExpiry: requested.toISOString(),
    status: 'pending',
  })
  const asked = await the.mailTo(trustee)
  expect(asked.subject).toContain('asks for more time for “A note”')
  expect(refusal(await the.extend(person, grantId))).toEqual([409, 'request-exists'])
  expect(refusal(await the.ask(person, { documentName: 'x', documentId }))).toEqual([409, 'request-exists'])

  const answer = await the.does(trustee, 'approve', request.id, { notes: 'Fine' })
  expect(answer.statusCode).toBe(200)
  expect(await the.grantsOf(documentId)).toEqual([
    expect.objectContaining({
      id: grantId,
      expiresAt: requested,
      autoRevokeDate: requested,
      accessLevel: 'download',
      status: 'active',
    }),
  ])
  expect((await the.mailTo(person)).subject).toContain('shared')
  const mail = await the.mailTo(person)
  expect(mail.subject).toBe('Approved: more time for “A note”')
  expect(mail.text).toContain(`/documents/shared/${documentId}`)
  expect((await trail(the.app, documentId)).map(({ event }) => event).slice(-3)).toEqual([
    'extension_requested',
    'extended',
    'request_approved',
  ])
})

test('a grant without a chosen end is extended from its automatic one', async () => {
  const { person, grantId } = await held({ expiresOn: null })
  const { autoRevokeDate } = await the.grantRow(grantId)
  const { request } = (await the.extend(person, grantId, { duration: '1-year' })).json()
  const requested = addMonths(autoRevokeDate ?? new Date(), 12, zone)
  expect(request.requestedExpiry).toBe(requested.toISOString())
})

test('the approver may choose level and day, but no earlier day; no approval shortens access', async () => {
  const { grantId, request } = await extension()
  expect(refusal(await the.does(trustee, 'approve', request.id, { expiresOn: the.inDays(19) }))).toEqual([
    400,
    'extension-shorter',
  ])
  const terms = { expiresOn: the.inDays(25), accessLevel: 'view' }
  expect((await the.does(trustee, 'approve', request.id, terms)).statusCode).toBe(200)
  expect(await the.grantRow(grantId)).toMatchObject({ expiresAt: until(25), accessLevel: 'view' })

  const renewed = await extension({ duration: '1-month' })
  await the.app.call(trustee, 'POST', `/api/access/${renewed.grantId}/renew`, { expiresOn: the.inDays(400) })
  expect((await the.does(trustee, 'approve', renewed.request.id)).statusCode).toBe(200)
  expect(await the.grantRow(renewed.grantId)).toMatchObject({ expiresAt: until(400) })

  const other = await held()
  const third = await extension()
  const elsewhere = await the.does(trustee, 'approve', third.request.id, { documentId: other.documentId })
  expect(refusal(elsewhere)).toEqual([409, 'request-document-changed'])
  const unseen = await the.does(trustee, 'approve', third.request.id, { documentId: null })
  expect(refusal(unseen)).toEqual([400, 'request-needs-document'])
})

test('access that has ended can neither be requested nor granted more time', async () => {
  const revoked = await extension()
  await the.app.call(trustee, 'POST', `/api/access/${revoked.grantId}/revoke`)
  expect(refusal(await the.does(trustee, 'approve', revoked.request.id))).toEqual([409, 'grant-ended'])
  expect(refusal(await the.extend(revoked.person, revoked.grantId))).toEqual([409, 'grant-ended'])
  const over = await extension()
  the.app.shift(25 * dayMs)
  for (let time = 0; time < 2; time++) {
    expect(refusal(await the.does(trustee, 'approve', over.request.id))).toEqual([409, 'grant-over'])
    expect(refusal(await the.extend(over.person, over.grantId))).toEqual([409, 'grant-over'])
    expect(refusal(await the.remove(over.person, over.grantId))).toEqual([409, 'grant-over'])
    await expireGrants(the.app.services)
  }
  expect((await the.row(over.request.id)).status).toBe('pending')
  expect((await the.does(trustee, 'deny', over.request.id)).statusCode).toBe(200)
  // Revoking takes an active access only.
  const revoke = await the.app.call(trustee, 'POST', `/api/access/${over.grantId}/revoke`)
  expect(refusal(revoke)).toEqual([409, 'grant-over'])
})

test('only the requestor who holds a grant asks for more time on it', async () => {
  const { grantId } = await held()
  const guests = await held({}, 'guest')
  expect(refusal(await the.extend(trustee, grantId))).toEqual([409, 'trustee-needs-no-access'])
  expect(refusal(await the.extend(guests.person, guests.grantId))).toEqual([403, 'not-allowed'])
  const stranger = await the.app.person('requestor')
  expect(refusal(await the.extend(stranger, grantId))).toEqual([404, 'grant-not-found'])
  expect(refusal(await the.remove(stranger, grantId))).toEqual([404, 'grant-not-found'])
  expect(refusal(await the.remove(trustee, grantId))).toEqual([404, 'grant-not-found'])
  for (const [body, code] of [
    [{ duration: 'custom' }, 'extension-date'],
    [{ duration: 'custom', customDate: the.inDays(-1) }, 'expiry-past'],
    [{ duration: 'custom', customDate: the.inDays(3_660) }, 'expiry-far'],
    [{ duration: 'custom', customDate: the.inDays(1) }, 'extension-shorter'],
    [{ duration: '2-months' }, 'invalid-input'],
  ] as const) {
    const { person, grantId: own } = await held()
    expect(refusal(await the.extend(person, own, body))).toEqual([400, code])
  }
})

test('giving up ends access at once, and the pending request for more time', async () => {
  const { person, documentId, grantId, request } = await extension()
  expect((await the.remove(person, grantId)).json()).toEqual({ success: true })
  expect(await the.reads(person, documentId)).toBe(404)
  expect(await the.grantRow(grantId)).toMatchObject({ status: 'revoked' })
  expect(await the.row(request.id)).toMatchObject({ status: 'withdrawn', reviewedBy: null })
  expect(refusal(await the.remove(person, grantId))).toEqual([409, 'grant-ended'])
  expect((await trail(the.app, documentId)).map(({ event }) => event).slice(-2)).toEqual([
    'access_removed',
    'request_withdrawn',
  ])
  const guests = await held({}, 'guest')
  expect((await the.remove(guests.person, guests.grantId)).statusCode).toBe(200)
  expect(await the.reads(guests.person, guests.documentId)).toBe(404)
})

test('giving up and an approval at once leave no access', async () => {
  for (let round = 0; round < 3; round++) {
    const { person, grantId, request } = await extension()
    const [removed, approved] = await Promise.all([
      the.remove(person, grantId),
      the.does(trustee, 'approve', request.id),
    ])
    expect(removed.statusCode).toBe(200)
    expect((await the.grantRow(grantId)).status).toBe('revoked')
    expect((await the.row(request.id)).status).toBe(approved.statusCode === 200 ? 'approved' : 'withdrawn')
  }
})

describe('the requested end', () => {
  const end = (day: string, duration: '1-month' | '3-months' | '1-year') =>
    requestedEnd({ duration, customDate: null }, endOfDay(day, zone), new Date('2026-07-01'), zone)

  test('keeps the end of the day over both changes of daylight saving', () => {
    expect(end('2026-09-20', '1-month')).toEqual(endOfDay('2026-10-20', zone))
    expect(end('2027-03-20', '1-month')).toEqual(endOfDay('2027-04-20', zone))
    expect(end('2027-03-20', '1-month').getTime() - endOfDay('2027-03-20', zone).getTime()).toBe(
      31 * dayMs + hourMs,
    )
  })

  test('is the last day of a shorter month, and 29 February in a leap year', () => {
    expect(end('2027-01-31', '1-month')).toEqual(endOfDay('2027-02-28', zone))
    expect(end('2027-11-30', '3-months')).toEqual(endOfDay('2028-02-29', zone))
    expect(end('2028-02-29', '1-year')).toEqual(endOfDay('2029-02-28', zone))
  })

  test('is never more than ten years away', () => {
    const now = new Date('2026-07-01')
    const end = (present: Date) => () =>
      requestedEnd({ duration: '1-month', customDate: null }, present, now, zone)
    const last = addMonths(addYears(now, 10, zone), -1, zone)
    expect(end(last)()).toEqual(addYears(now, 10, zone))
    expect(end(new Date(last.getTime() + 1))).toThrow(Refusal)
  })
})
