import { dayMs } from '@deedbox/contract/durations.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profiles } from '../../db/tables/accounts.ts'
import { endOfDay } from '../../platform/days.ts'
import type { Person } from '../../testing/app.ts'
import { refusal, trail, upload } from '../grants/sample.testing.ts'
import { type Requests, startRequests, zone } from './requests.testing.ts'

let the: Requests
let trustee: Person
let admin: Person
beforeAll(async () => {
  the = await startRequests()
  trustee = await the.app.person('trustee', { name: 'Tess Trustee' })
  admin = await the.app.person('admin', { name: 'Ada Admin' })
})
afterAll(() => the.stop())

type Decision = { request: AccessRequest; emailSent: boolean }
const until = (days: number) => endOfDay(the.inDays(days), zone)

/** Makes a request of a new requestor for a document of the trustee. */
async function pending(body: object = {}, owner = trustee) {
  const person = await the.app.person('requestor', { name: 'Rae Requestor' })
  const document = await upload(the.app, owner)
  const request = await the.asked(person, { documentId: document.id, documentName: 'My wish', ...body })
  return { person, document, request, documentId: document.id }
}

test('approving grants what was asked, records who did it when, and mails a link to the document', async () => {
  const { person, documentId, request } = await pending({
    accessLevel: 'view',
    expiresOn: the.inDays(40),
    clientName: 'Cleo Client',
  })
  expect(await the.reads(person, documentId)).toBe(404)
  const answer = await the.does(trustee, 'approve', request.id, { notes: 'Please keep it safe.' })
  expect(answer.statusCode).toBe(200)
  const { request: approved, emailSent } = answer.json<Decision>()
  expect(emailSent).toBe(true)
  expect(approved).toMatchObject({
    status: 'approved',
    documentId,
    documentName: 'A note',
    reviewedByName: 'Tess Trustee',
    reviewNotes: 'Please keep it safe.',
    can: { decide: false, withdraw: false, remind: false },
  })
  expect(await the.row(request.id)).toMatchObject({ reviewedBy: trustee.id, reviewedAt: expect.any(Date) })
  expect(await the.grantsOf(documentId)).toEqual([
    expect.objectContaining({
      userId: person.id,
      userEmail: person.email,
      accessLevel: 'view',
      status: 'active',
      expiresAt: until(40),
      autoRevokeDate: until(40),
      clientName: 'Cleo Client',
      clientEmail: 'client@example.com',
      grantedBy: trustee.id,
    }),
  ])
  expect(await the.reads(person, documentId)).toBe(200)
  expect((await the.list(person)).requests).toEqual([
    expect.objectContaining({ status: 'approved', documentId, documentName: 'A note' }),
  ])
  const mail = await the.mailTo(person)
  expect(mail.replyTo).toEqual([{ name: 'Tess Trustee', address: trustee.email }])
  expect(mail.subject).toBe('Approved: access to “A note”')
  expect(mail.text).toContain(`/documents/shared/${documentId}`)
  expect(mail.text).toContain('Please keep it safe.')
  expect((await trail(the.app, documentId)).slice(-2)).toMatchObject([
    { event: 'access_granted', subjectEmail: person.email },
    { event: 'request_approved', subjectEmail: person.email, actorId: trustee.id },
  ])
})

test('the approver may change level and end; if the request names no end, access lasts 540 days', async () => {
  const changed = await pending({ accessLevel: 'view', expiresOn: the.inDays(40) })
  const terms = { accessLevel: 'download', expiresOn: the.inDays(5) }
  await the.does(admin, 'approve', changed.request.id, terms)
  expect(await the.grantsOf(changed.documentId)).toMatchObject([
    { accessLevel: 'download', expiresAt: until(5) },
  ])
  const plain = await pending()
  await the.does(trustee, 'approve', plain.request.id)
  const [grant] = await the.grantsOf(plain.documentId)
  expect(grant).toMatchObject({ accessLevel: 'download', expiresAt: null })
  expect(Number(grant?.autoRevokeDate) - Number(grant?.grantedAt)).toBe(540 * dayMs)

  const late = await pending({ expiresOn: the.inDays(3) })
  the.app.shift(5 * dayMs)
  expect(refusal(await the.does(trustee, 'approve', late.request.id))).toEqual([400, 'expiry-past'])
  const far = { expiresOn: the.inDays(3_660) }
  expect(refusal(await the.does(trustee, 'approve', late.request.id, far))).toEqual([400, 'expiry-far'])
  expect(await the.row(late.request.id)).toMatchObject({ status: 'pending', reviewedBy: null })
  expect(await the.grantsOf(late.documentId)).toEqual([])
  expect((await the.does(trustee, 'approve', late.request.id, { expiresOn: the.inDays(3) })).statusCode).toBe(
    200,
  )
})

test('approving raises a live grant and takes nothing away', async () => {
  for (const [held, asked, expected] of [
    [{ accessLevel: 'view', expiresOn: the.inDays(5) }, { expiresOn: the.inDays(9) }, ['download', 9]],
    [{ expiresOn: the.inDays(50) }, { accessLevel: 'view', expiresOn: the.inDays(9) }, ['download', 50]],
  ] as const) {
    const person = await the.app.person('requestor')
    const { documentId, grantId } = await the.granted(trustee, person, { message: 'Before', ...held })
    const request = await the.asked(person, { documentName: 'x', documentId, ...asked })
    await the.does(trustee, 'approve', request.id)
    const [accessLevel, days] = expected
    expect(await the.grantsOf(documentId)).toMatchObject([
      { id: grantId, status: 'active', accessLevel, notes: 'Before', autoRevokeDate: until(days) },
    ])
  }
})

test('a request by name needs a document, which may be another than the matched one', async () => {
  const { person, request } = await pending({ documentId: null })
  expect(refusal(await the.does(trustee, 'approve', request.id))).toEqual([400, 'request-needs-document'])
  const own = await upload(the.app, person)
  const owned = await the.does(trustee, 'approve', request.id, { documentId: own.id })
  expect(refusal(owned)).toEqual([409, 'recipient-owner'])
  const { id: documentId } = await upload(the.app, trustee)
  const chosen = await the.does(trustee, 'approve', request.id, { documentId })
  expect(chosen.json<Decision>().request).toMatchObject({ status: 'approved', documentId })
  expect(await the.reads(person, documentId)).toBe(200)

  const matched = await pending()
  const other = await upload(the.app, trustee)
  const unseen = await the.does(trustee, 'approve', matched.request.id, { documentId: null })
  expect(refusal(unseen)).toEqual([400, 'request-needs-document'])
  await the.does(trustee, 'approve', matched.request.id, { documentId: other.id })
  expect(await the.reads(matched.person, other.id)).toBe(200)
  expect(await the.reads(matched.person, matched.documentId)).toBe(404)
})

test('only the people who decide see the matched document, its client and its owner', async () => {
  const person = await the.app.person('requestor')
  const title = 'Deed of the house'
  const { id } = await upload(the.app, trustee, { title, clientName: 'John Smith' })
  const asked = await the.asked(person, { documentName: title.toUpperCase(), clientName: 'Jane Citizen' })
  expect(asked).toMatchObject({ document: null, documentId: null, askedName: title.toUpperCase() })
  const found = async (as: Person, view: string) =>
    (await the.list(as, `?view=${view}&status=pending`)).requests.find((request) => request.id === asked.id)
  expect(await found(admin, 'review')).toMatchObject({
    askedName: 'DEED OF THE HOUSE',
    clientName: 'Jane Citizen',
    document: {
      id,
      title,
      clientName: 'John Smith',
      ownerName: 'Tess Trustee',
      uploadedAt: expect.any(String),
    },
  })
  expect(await found(person, 'own')).toMatchObject({ document: null })
  const named = await the.asked(person, { documentName: 'No such deed' })
  expect((await the.list(admin, '?view=review')).requests.find(({ id }) => id === named.id)).toMatchObject({
    document: null,
    askedName: 'No such deed',
  })
})

test('a deleted document is not granted', async () => {
  const { request, documentId } = await pending()
  await the.app.call(trustee, 'DELETE', `/api/documents/${documentId}`)
  expect(refusal(await the.does(trustee, 'approve', request.id))).toEqual([409, 'document-deleted'])
  expect((await the.does(trustee, 'deny', request.id)).statusCode).toBe(200)
})

test('denying says why, and reveals nothing about the document', async () => {
  const { person, request, documentId } = await pending()
  const answer = await the.does(trustee, 'deny', request.id, { notes: 'Ask the executor.' })
  expect(answer.json<Decision>()).toMatchObject({ emailSent: true, request: { status: 'denied' } })
  expect((await the.list(person)).requests).toMatchObject([
    {
      status: 'denied',
      documentId: null,
      documentName: 'My wish',
      reviewNotes: 'Ask the executor.',
      reviewedByName: 'Tess Trustee',
    },
  ])
  const mail = await the.mailTo(person)
  expect(mail.subject).toBe('Denied: access to “My wish”')
  expect(mail.text).toContain('Ask the executor.')
  expect(`${mail.text}${mail.html}`).not.toContain(documentId)
  expect(`${mail.text}${mail.html}`).not.toContain('A note')
  expect(await the.grantsOf(documentId)).toEqual([])
  expect(await the.events(request.id)).toEqual(['access_requested', 'request_denied'])
  expect(refusal(await the.does(trustee, 'approve', request.id))).toEqual([409, 'request-decided'])
})

test('of several reviewers at once one decides and the others get an error', async () => {
  const other = await the.app.person('trustee')
  for (let round = 0; round < 3; round++) {
    const { request, documentId } = await pending()
    const answers = await Promise.all([
      the.does(trustee, 'approve', request.id),
      the.does(admin, 'deny', request.id),
      the.does(other, 'approve', request.id),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    for (const answer of answers)
      if (answer.statusCode === 409) expect(refusal(answer)[1]).toBe('request-decided')
    const won = answers.find(({ statusCode }) => statusCode === 200)?.json<Decision>().request.status
    expect(await the.grantsOf(documentId)).toHaveLength(won === 'approved' ? 1 : 0)
  }
})

test('of a decision and a withdrawal at once only one happens', async () => {
  const { person, request, documentId } = await pending()
  const [approved, withdrawn] = await Promise.all([
    the.does(trustee, 'approve', request.id),
    the.does(person, 'withdraw', request.id),
  ])
  expect([approved.statusCode, withdrawn.statusCode].sort()).toEqual([200, 409])
  expect(await the.grantsOf(documentId)).toHaveLength(approved.statusCode === 200 ? 1 : 0)
})

test('who decides: administrators, confirmed trustees, an unconfirmed one on their own documents; nobody their own', async () => {
  const unconfirmed = await the.app.person('trustee', { confirmedAt: null })
  const strange = await pending()
  const named = await pending({ documentId: null })
  for (const { request } of [strange, named])
    for (const what of ['approve', 'deny', 'withdraw', 'remind'] as const)
      expect(refusal(await the.does(unconfirmed, what, request.id))).toEqual([404, 'request-not-found'])
  for (const role of ['requestor', 'guest', 'b2b_admin'] as const) {
    const person = await the.app.person(role)
    for (const what of ['approve', 'deny'] as const)
      expect(refusal(await the.does(person, what, strange.request.id))).toEqual([403, 'not-allowed'])
  }
  const onOwnDocument = await pending({}, unconfirmed)
  const elsewhere = await the.does(unconfirmed, 'approve', onOwnDocument.request.id, {
    documentId: strange.documentId,
  })
  expect(refusal(elsewhere)).toEqual([404, 'document-not-found'])
  expect((await the.does(unconfirmed, 'approve', onOwnDocument.request.id)).statusCode).toBe(200)

  // A requestor who became a trustee.
  const { db } = the.app.services.database
  await db.update(profiles).set({ role: 'trustee' }).where(eq(profiles.id, strange.person.id))
  for (const what of ['approve', 'deny'] as const)
    expect(refusal(await the.does(strange.person, what, strange.request.id))).toEqual([403, 'request-own'])
  expect((await the.list(strange.person, '?view=review')).requests).toContainEqual(
    expect.objectContaining({
      id: strange.request.id,
      can: { decide: false, withdraw: true, remind: expect.any(Boolean) },
    }),
  )
})

test('a decision is kept when its mail cannot be sent, and the answer says so', async () => {
  const { person, request, documentId } = await pending()
  the.smtp.refuse(451)
  const answer = await the.does(trustee, 'approve', request.id)
  the.smtp.refuse(null)
  expect(answer.json<Decision>().emailSent).toBe(false)
  expect(await the.reads(person, documentId)).toBe(200)
})

test('an approved request shows its requester what was granted, as it is now', async () => {
  const { person, request, documentId } = await pending({
    accessLevel: 'download',
    expiresOn: the.inDays(40),
  })
  const own = async () => (await the.list(person)).requests[0]
  expect(await own()).toMatchObject({ granted: null, documentId: null, documentName: 'My wish' })
  expect((await own())?.lapsesAt).toBe(new Date(Date.parse(request.createdAt) + 30 * dayMs).toISOString())
  await the.does(trustee, 'approve', request.id, { accessLevel: 'view', expiresOn: the.inDays(5) })
  const granted = { documentTitle: 'A note', accessLevel: 'view', endsAt: until(5).toISOString() }
  expect(await own()).toMatchObject({
    requestedAccessLevel: 'download',
    lapsesAt: null,
    documentId,
    granted: { ...granted, status: 'active' },
  })
  const [grant] = await the.grantsOf(documentId)
  expect((await the.row(request.id)).accessId).toBe(grant?.id)

  // The two requests show more time, and later the end.
  const extension = (await the.extend(person, grant?.id ?? '', { duration: '1-month' })).json().request
  expect(extension.granted).toBeNull()
  await the.does(trustee, 'approve', extension.id)
  const later = (await the.grantRow(grant?.id ?? '')).expiresAt?.toISOString()
  for (const shown of (await the.list(person)).requests) expect(shown.granted?.endsAt).toBe(later)
  await the.remove(person, grant?.id ?? '')
  for (const shown of (await the.list(person)).requests)
    expect(shown).toMatchObject({
      documentId: null,
      granted: { documentTitle: 'A note', accessLevel: 'view', status: 'revoked' },
    })

  const denied = await pending()
  await the.does(trustee, 'deny', denied.request.id)
  expect((await the.list(denied.person)).requests[0]).toMatchObject({ granted: null, lapsesAt: null })
})
