import { randomUUID } from 'node:crypto'
import { dayMs } from '@deedbox/contract/durations.ts'
import type { ErrorBody } from '@deedbox/contract/refusals.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessRequests } from '../../db/tables/requests.ts'
import { endOfDay } from '../../platform/days.ts'
import type { Person } from '../../testing/app.ts'
import { refusal, upload } from '../grants/sample.testing.ts'
import { type Requests, startRequests, zone } from './requests.testing.ts'

let the: Requests
let trustee: Person
let requestor: Person
beforeAll(async () => {
  the = await startRequests()
  trustee = await the.app.person('trustee', { name: 'Tess Trustee' })
})
afterAll(() => the.stop())

const newRequestor = () => the.app.person('requestor', { name: 'Rae Requestor' })
/** Makes a document with a unique title. */
async function titled(owner = trustee) {
  const title = `Deed of ${randomUUID()}`
  return { title, document: await upload(the.app, owner, { title }) }
}
/** Returns what an answer says, without what differs from one request to the next. */
const shape = ({ id: _, createdAt, lapsesAt, documentName, askedName, ...rest }: AccessRequest) => rest

test('a request is stored with all its fields, matched to the one document of that name, audited and mailed', async () => {
  requestor = await newRequestor()
  const { title, document } = await titled()
  const request = await the.asked(requestor, {
    documentName: `  ${title.toUpperCase()} `,
    clientEmail: ' Client@Example.com',
    clientName: 'Cleo Client',
    justification: 'Probate\n<b>soon</b>',
    accessLevel: 'view',
    expiresOn: the.inDays(90),
  })
  expect(request).toMatchObject({
    requestType: 'new_access',
    documentId: null,
    documentName: title.toUpperCase(),
    requesterId: requestor.id,
    requesterName: 'Rae Requestor',
    requesterEmail: requestor.email,
    clientName: 'Cleo Client',
    clientEmail: 'client@example.com',
    requestedAccessLevel: 'view',
    requestedExpiry: endOfDay(the.inDays(90), zone).toISOString(),
    status: 'pending',
    reviewedAt: null,
    can: { decide: false, withdraw: true, remind: false },
  })
  expect((await the.row(request.id)).documentId).toBe(document.id)
  expect(await the.events(request.id)).toEqual(['access_requested'])
  const mail = await the.mailTo(trustee)
  expect(mail.replyTo?.[0]?.address).toBe(requestor.email)
  expect(mail.text).toContain(`/trustee/requests?request=${request.id}`)
  const one = await the.list(trustee, `?view=review&request=${request.id}`)
  expect(one.requests.map(({ id }) => id)).toEqual([request.id])
  expect(mail.subject).toBe(`Rae Requestor asks for access to “${title}”`)
  expect(mail.text).toContain('/trustee/requests')
  expect(mail.text).toContain('Cleo Client, client@example.com')
  expect(mail.html).toContain('&lt;b&gt;')
  const [reviewed] = (await the.list(trustee, `?view=review&documentId=${document.id}`)).requests
  expect(reviewed).toMatchObject({ id: request.id, documentId: document.id, documentName: title })
  expect(reviewed?.can).toEqual({ decide: true, withdraw: false, remind: false })
})

test('no answer reveals to the requester whether there is such a document', async () => {
  const { title, document } = await titled()
  const twice = await titled()
  await upload(the.app, trustee, { title: twice.title.toLowerCase() })
  const person = await newRequestor()
  const known = await the.asked(person, { documentName: title })
  const unknown = await the.asked(person, { documentName: 'No such deed' })
  const several = await the.asked(person, { documentName: twice.title })
  const byId = await the.asked(person, { documentName: 'My wish', documentId: twice.document.id })
  const byNoId = await the.asked(person, { documentName: 'A hope', documentId: randomUUID() })
  for (const other of [known, several, byId, byNoId]) expect(shape(other)).toEqual(shape(unknown))
  expect((await the.row(several.id)).documentId).toBeNull()
  expect((await the.row(byId.id)).documentId).toBe(twice.document.id)

  // The same document under another name: not refused, which would tell; a name for who decides.
  const again = await the.asked(person, { documentName: 'Another name', documentId: document.id })
  expect(shape(again)).toEqual(shape(unknown))
  expect((await the.row(again.id)).documentId).toBeNull()

  // A search for what the document is really called finds nothing, nor does its id.
  const search = (text: string) => the.list(person, `?search=${encodeURIComponent(text)}`)
  expect((await search(twice.title)).requests.map(({ id }) => id)).toEqual([several.id])
  expect((await the.list(person, `?documentId=${document.id}`)).total).toBe(0)
  expect((await search('my WISH')).requests.map(({ id }) => id)).toEqual([byId.id])

  // A second request reveals nothing either, once there is one of that name.
  await upload(the.app, trustee, { title: 'No such deed' })
  expect(refusal(await the.ask(person, { documentName: 'NO such deed' }))).toEqual([409, 'request-exists'])
})

test('a requester who sees the document gets its title and its id', async () => {
  const person = await newRequestor()
  const title = `The will ${randomUUID()}`
  const { documentId } = await the.granted(trustee, person, { accessLevel: 'view' }, { title })
  const request = await the.asked(person, { documentName: 'the one I read', documentId })
  expect(request).toMatchObject({ documentId, documentName: title })
  expect(refusal(await the.ask(person, { documentName: title }))).toEqual([409, 'request-exists'])
  expect((await the.list(person, `?documentId=${documentId}`)).total).toBe(1)
})

test('the requester’s own document and a deleted one are never matched', async () => {
  const person = await newRequestor()
  const own = await titled(person)
  const gone = await titled()
  await the.app.call(trustee, 'DELETE', `/api/documents/${gone.document.id}`)
  for (const { title, document } of [own, gone]) {
    const byName = await the.asked(person, { documentName: title })
    const byId = await the.asked(person, { documentName: `${title} by id`, documentId: document.id })
    expect((await the.row(byName.id)).documentId).toBeNull()
    expect((await the.row(byId.id)).documentId).toBeNull()
  }
})

test('trustees and administrators need no access; only requestors may ask', async () => {
  for (const person of [trustee, await the.app.person('admin')]) {
    const answer = await the.ask(person, { documentName: 'x' })
    expect(refusal(answer)).toEqual([409, 'trustee-needs-no-access'])
    expect(answer.json<ErrorBody>().error.message).toBe(
      'Trustees have full access to all documents and cannot request additional access',
    )
  }
  const unconfirmed = await the.app.person('trustee', { confirmedAt: null })
  for (const person of [unconfirmed, await the.app.person('guest'), await the.app.person('b2b_admin')])
    expect(refusal(await the.ask(person, { documentName: 'x' }))).toEqual([403, 'not-allowed'])
  expect(refusal(await the.ask(null, { documentName: 'x' }))).toEqual([401, 'not-signed-in'])
})

test('the fields of a request are checked, and one-line fields hold one line', async () => {
  const person = await newRequestor()
  const nameless = await the.ask(person, { documentName: ' \t ' })
  expect(refusal(nameless)).toEqual([400, 'invalid-input'])
  expect(nameless.json<ErrorBody>().error.fields).toEqual({
    documentName: "Please enter a document name and ensure you're logged in",
  })
  expect(refusal(await the.ask(person, { documentName: 'x', clientEmail: 'nobody' }))).toEqual([
    400,
    'invalid-input',
  ])
  for (const [days, code] of [
    [-1, 'expiry-past'],
    [3_660, 'expiry-far'],
  ] as const)
    expect(refusal(await the.ask(person, { documentName: 'x', expiresOn: the.inDays(days) }))).toEqual([
      400,
      code,
    ])
  const request = await the.asked(person, { documentName: 'A will\r\nBcc: all@example.com' })
  expect(request.documentName).toBe('A will Bcc: all@example.com')
})

test('of many requests for one document at once, one is stored', async () => {
  const { title, document } = await titled()
  for (const body of [{ documentName: title }, { documentName: 'Only a name' }]) {
    const person = await newRequestor()
    const answers = await Promise.all(Array.from({ length: 8 }, () => the.ask(person, body)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(409)])
    expect((await the.list(person)).counts).toEqual({ pending: 1, approved: 0, total: 1 })
  }
  // The requests come by name and by id at once; at most one is for the document.
  const person = await newRequestor()
  await Promise.all([
    the.ask(person, { documentName: title }),
    the.ask(person, { documentName: 'A', documentId: document.id }),
    the.ask(person, { documentName: 'B', documentId: document.id }),
  ])
  const { db } = the.app.services.database
  const { documentId, requesterId } = accessRequests
  const made = await db.$count(accessRequests, eq(requesterId, person.id))
  const matched = and(eq(requesterId, person.id), eq(documentId, document.id))
  expect([made, await db.$count(accessRequests, matched)]).toEqual([3, 1])
})

test('a withdrawn request may be made again', async () => {
  const person = await newRequestor()
  const { title } = await titled()
  const first = await the.asked(person, { documentName: title })
  const withdrawn = await the.does(person, 'withdraw', first.id)
  expect(withdrawn.json().request).toMatchObject({ status: 'withdrawn', can: { withdraw: false } })
  expect(refusal(await the.does(person, 'withdraw', first.id))).toEqual([409, 'request-decided'])
  expect(refusal(await the.does(trustee, 'approve', first.id))).toEqual([409, 'request-decided'])
  expect(await the.events(first.id)).toEqual(['access_requested', 'request_withdrawn'])
  const second = await the.asked(person, { documentName: title })
  expect(refusal(await the.does(await newRequestor(), 'withdraw', second.id))).toEqual([
    404,
    'request-not-found',
  ])
  expect(refusal(await the.does(trustee, 'withdraw', second.id))).toEqual([403, 'not-allowed'])
})

test('the mails of one requester have a daily limit, the requests have none', async () => {
  const person = await newRequestor()
  const { title, document } = await titled(await the.app.person('trustee'))
  const owner = { id: '', email: document.ownerEmail, cookie: '' }
  for (let n = 0; n < 20; n++) await the.asked(person, { documentName: `${title} ${n}` })
  const last = await the.asked(person, { documentName: title })
  await the.app.services.jobs.runDue()
  expect(the.mailsTo(owner).filter(({ subject }) => subject?.includes(`“${title}”`))).toEqual([])
  await the.does(person, 'withdraw', last.id)
  the.app.shift(dayMs + 60_000)
  await the.asked(person, { documentName: title })
  expect((await the.mailTo(owner)).subject).toBeDefined()
})

test('lists show each reader their requests, by status, newest first, in pages', async () => {
  const person = await newRequestor()
  const unconfirmed = await the.app.person('trustee', { confirmedAt: null })
  const ofUnconfirmed = await titled(unconfirmed)
  const other = await titled()
  const ids: string[] = []
  for (const documentName of [ofUnconfirmed.title, other.title, 'just a name'])
    ids.unshift((await the.asked(person, { documentName })).id)
  const [nameId = '', otherId = '', theirsId = ''] = ids
  const idsOf = async (as: Person, query: string) => (await the.list(as, query)).requests.map(({ id }) => id)
  expect(await idsOf(person, '')).toEqual(ids)
  expect(await idsOf(unconfirmed, '?view=review')).toEqual([theirsId])
  expect((await the.list(unconfirmed, '?view=review')).counts).toEqual({ pending: 1, approved: 0, total: 1 })
  expect(await idsOf(await newRequestor(), '')).toEqual([])
  const review = await the.app.call(person, 'GET', '/api/requests?view=review')
  expect(refusal(review)).toEqual([403, 'not-allowed'])

  const search = `?view=review&search=${encodeURIComponent(person.email)}`
  const admin = await the.app.person('admin')
  for (const reviewer of [trustee, admin]) expect(await idsOf(reviewer, search)).toEqual(ids)
  const walked: string[] = []
  for (let cursor = ''; ; ) {
    const page = await the.list(trustee, `${search}&limit=2${cursor && `&cursor=${cursor}`}`)
    walked.push(...page.requests.map(({ id }) => id))
    expect(page.total).toBe(3)
    if (page.nextCursor === null) break
    cursor = page.nextCursor
    const elsewhere = await the.app.call(trustee, 'GET', `/api/requests?cursor=${cursor}`)
    expect(refusal(elsewhere)).toEqual([400, 'invalid-input'])
  }
  expect(walked).toEqual(ids)

  // Decided requests come by the time of the decision.
  await the.does(trustee, 'deny', otherId)
  the.app.shift(1_000)
  await the.does(trustee, 'approve', theirsId)
  the.app.shift(1_000)
  await the.does(person, 'withdraw', nameId)
  expect(await idsOf(trustee, `${search}&status=decided`)).toEqual([theirsId, otherId])
  const one = await the.list(trustee, `${search}&status=decided&limit=1`)
  expect(await idsOf(trustee, `${search}&status=decided&limit=1&cursor=${one.nextCursor}`)).toEqual([otherId])
  for (const [status, expected] of [
    ['pending', []],
    ['approved', [theirsId]],
    ['denied', [otherId]],
    ['withdrawn', [nameId]],
  ] as const)
    expect(await idsOf(person, `?status=${status}`)).toEqual(expected)
  expect((await the.list(person)).counts).toEqual({ pending: 0, approved: 1, total: 3 })
})
