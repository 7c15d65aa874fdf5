import type { ErrorBody } from '@deedbox/contract/refusals.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentAccess } from '../../db/tables/documents.ts'
import { type Requests, startRequests } from './requests.testing.ts'

let the: Requests
beforeAll(async () => {
  the = await startRequests()
})
afterAll(() => the.stop())

test('no call accepts an end of access that cannot be read, has passed or is misnamed', async () => {
  const { app } = the
  const [trustee, admin] = [await app.person('trustee'), await app.person('admin')]
  const [person, guest] = [await app.person('requestor'), await app.person('guest')]
  const { documentId, grantId } = await the.granted(trustee, person)
  const request = await the.asked(person, { documentName: 'Another deed' })
  const share = `/api/documents/${documentId}/access`
  const email = 'nobody@example.com'
  const calls = [
    { as: trustee, url: share, field: 'expiresOn', body: { email: guest.email } },
    { as: trustee, url: share, field: 'invite.expiresOn', body: { email } },
    { as: trustee, url: `/api/access/${grantId}/renew`, field: 'expiresOn', body: {} },
    { as: person, url: '/api/requests', field: 'expiresOn', body: { documentName: 'x', clientEmail: email } },
    {
      as: person,
      url: `/api/access/${grantId}/extension`,
      field: 'customDate',
      body: { duration: 'custom' },
    },
    { as: trustee, url: `/api/requests/${request.id}/approve`, field: 'expiresOn', body: { documentId } },
    { as: admin, url: `/api/users/${guest.id}/access-expiry`, field: 'expiresOn', body: {} },
    { as: admin, url: '/api/invitations', field: 'expiresOn', body: { email, role: 'guest' } },
  ]
  const { db } = app.services.database
  const before = await db.select().from(documentAccess)
  const unreadable = 'Not a date. Dates are written like 2026-12-03'
  const wrong = [
    ...['3/12', 'tomorrow', '2027-02-30', '', '2026-12-03T00:00:00Z'].map((typed) => [typed, unreadable]),
    [the.inDays(-1), 'The expiry date cannot be in the past.'],
    [the.inDays(3_660), 'The expiry date cannot be more than 10 years away.'],
  ]
  for (const { as, url, field, body } of calls) {
    const [name = '', part] = field.split('.')
    for (const [typed, message] of wrong) {
      const answer = await app.call(as, 'POST', url, { ...body, [name]: part ? { [part]: typed } : typed })
      expect([url, typed, answer.statusCode]).toEqual([url, typed, 400])
      expect([url, typed, answer.json<ErrorBody>().error.fields]).toEqual([url, typed, { [field]: message }])
    }
    if (url === '/api/invitations') continue
    const misnamed = await app.call(as, 'POST', url, { ...body, expires: the.inDays(3) })
    expect([url, misnamed.statusCode]).toEqual([url, 400])
  }
  expect(await db.select().from(documentAccess)).toEqual(before)
})
