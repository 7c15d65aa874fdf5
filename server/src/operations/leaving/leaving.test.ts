import type { SessionUser } from '@deedbox/contract/accounts.ts'
import type { DocumentRow } from '@deedbox/contract/documents.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentAccess } from '../../db/tables/documents.ts'
import { removeDeletedContent } from '../../documents/documents.jobs.ts'
import { begin, begun, patch } from '../../documents/uploads/client.testing.ts'
import { organizationOf } from '../../kernel/http/samples.testing.ts'
import { mails } from '../../mails.ts'
import { refusal, send, upload } from '../../sharing/grants/sample.testing.ts'
import { noticesIn, tellDue } from '../../sharing/notices/notices.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { details, leavingOf } from './leaving.testing.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin', { name: 'Ruth Abernathy' })
})
afterAll(() => app.stop())

const marked = (to: string, body: object = { reason: 'They merge with another firm' }, as = admin) =>
  leavingOf(app, as, to, 'leaving', body)

/** Moves the clock, and brings sessions over it. */
async function later(days: number, ...people: Person[]): Promise<Person[]> {
  app.shift(days * dayMs)
  admin = await app.signIn(admin.id, admin.email)
  return Promise.all(people.map(({ id, email }) => app.signIn(id, email)))
}
const told = async (kind: string) =>
  (
    await app.services.database.query<{ to: string }>(
      `select recipient as "to" from mail_messages where kind = $1 order by recipient`,
      [kind],
    )
  ).rows.map(({ to }) => to)
const tellAll = async () => {
  for (const notice of noticesIn(mails)) await tellDue(app.services, notice)
}
const here = async (as: Person): Promise<SessionUser> =>
  (await app.call(as, 'GET', '/api/session')).json().user
const listed = async (as: Person): Promise<DocumentRow[]> =>
  (await app.call(as, 'GET', '/api/documents')).json().documents

test('an organisation that leaves has 90 days, then nobody opens, shares or changes its documents, until it stays', async () => {
  const firm = await organizationOf(app, admin, { ...details, name: 'Harbour Legal' })
  let owner = await app.person('trustee', { name: 'Olive Owner', organizationId: firm })
  let head = await app.person('b2b_admin', { organizationId: firm })
  let other = await app.person('trustee')
  let friend = await app.person('requestor')
  const { id, title } = await upload(app, owner, { title: 'Quill deed' })
  const gone = await upload(app, owner, { title: 'Old deed' })
  const free = await upload(app, other, { title: 'Another deed' })
  const share = (as: Person, email: string) => app.call(as, 'POST', `/api/documents/${id}/access`, { email })
  expect((await share(owner, friend.email)).statusCode).toBe(201)

  expect(refusal(await marked(firm, undefined, head))).toEqual([403, 'not-allowed'])
  expect(refusal(await leavingOf(app, admin, firm, 'stay', { reason: 'No' }))).toEqual([
    409,
    'organization-stays',
  ])
  const answer = await marked(firm)
  expect(answer.json().leaving).toMatchObject({
    locked: false,
    reason: 'They merge with another firm',
    by: 'Ruth Abernathy',
  })
  const { locksAt } = answer.json().leaving
  expect(refusal(await marked(firm))).toEqual([409, 'organization-leaving'])
  // Its people see it on every page, and are told once.
  expect([(await here(head)).organizationLocksAt, (await here(other)).organizationLocksAt]).toEqual([
    locksAt,
    null,
  ])
  await tellAll()
  await tellAll()
  expect(await told('organization_leaving')).toEqual([owner.email, head.email].sort())
  expect((await share(owner, 'nobody-else@example.com')).statusCode).toBe(404)

  ;[owner = owner, head = head, other = other, friend = friend] = await later(61, owner, head, other, friend)
  await tellAll()
  expect(await told('organization_locks_in_30')).toEqual([owner.email, head.email].sort())
  ;[owner = owner, head = head, other = other, friend = friend] = await later(22, owner, head, other, friend)
  await app.call(owner, 'DELETE', `/api/documents/${gone.id}`)
  await tellAll()
  expect(await told('organization_locks_in_7')).toEqual([owner.email, head.email].sort())
  ;[owner = owner, head = head, other = other, friend = friend] = await later(
    6.99,
    owner,
    head,
    other,
    friend,
  )
  const waiting = await begun(app, owner, 10)
  const read = (as: Person) => app.call(as, 'GET', `/api/documents/${id}/content`)
  for (const as of [admin, owner, head, other, friend]) expect((await read(as)).statusCode).toBe(200)

  ;[owner = owner, head = head, other = other, friend = friend] = await later(
    0.02,
    owner,
    head,
    other,
    friend,
  )
  for (const as of [admin, owner, head, other, friend]) {
    expect(refusal(await read(as))).toEqual([404, 'document-not-found'])
    const [searched] = (await app.call(as, 'GET', '/api/search?text=piano')).json().documents.texts ?? []
    expect(searched?.id).not.toBe(id)
  }
  const shown = async (as: Person) => (await listed(as)).find((row) => row.id === id)
  for (const as of [admin, owner, head]) {
    expect(await shown(as)).toMatchObject({ title, lockedSince: locksAt })
    expect(Object.values((await shown(as))?.can ?? {})).not.toContain(true)
    expect((await app.call(as, 'GET', `/api/documents/${id}`)).json().document).toMatchObject({
      lockedSince: locksAt,
      can: { preview: false, download: false, share: false },
    })
  }
  expect(await shown(friend)).toBeUndefined()
  expect((await app.call(friend, 'GET', `/api/documents/${id}`)).statusCode).toBe(404)
  expect((await listed(other)).find((row) => row.id === free.id)).toMatchObject({ lockedSince: null })
  const documentIds = [id]
  const acts: [Person, 'POST' | 'DELETE', string, object?][] = [
    [owner, 'DELETE', `/api/documents/${id}`],
    [owner, 'POST', '/api/documents/delete', { documentIds }],
    [other, 'POST', '/api/documents/archive', { documentIds, grants: 'keep' }],
    [
      other,
      'POST',
      '/api/documents/correct',
      { documents: [{ id, updatedAt: null }], changes: { title: 'X' } },
    ],
    [owner, 'POST', `/api/documents/${id}/access`, { email: friend.email }],
    [owner, 'POST', `/api/documents/${gone.id}/restore`],
    [admin, 'POST', `/api/documents/${id}/destruction`, { title, reason: 'Now' }],
    [admin, 'POST', `/api/documents/${id}/reencryption`],
  ]
  for (const [as, method, url, body] of acts)
    expect(refusal(await app.call(as, method, url, body)), url).toEqual([404, 'document-not-found'])
  const added = [
    await send(app, owner, Buffer.from('A text')),
    await patch(app, owner, waiting, 0, Buffer.from('0123456789')),
    await begin(app, owner, 10),
  ]
  for (const refused of added) expect(refusal(refused)).toEqual([409, 'organization-locked'])
  const taken = (await app.call(head, 'GET', `/api/take-outs?organizationId=${firm}`)).json()
  expect(taken.documents).toBe(0)
  await tellAll()
  expect(await told('organization_locked')).toEqual([owner.email, head.email].sort())

  // Its deleted documents are kept too, and handing over leaves them.
  ;[owner = owner, head = head, other = other, friend = friend] = await later(40, owner, head, other, friend)
  await removeDeletedContent(app.services)
  const handed = await app.call(admin, 'POST', `/api/users/${owner.id}/hand-over`, {
    parts: [{ kind: 'documents', email: other.email }],
  })
  expect(refusal(handed)).toEqual([409, 'hand-over-nothing'])

  const stays = await leavingOf(app, admin, firm, 'stay', { reason: 'The merger failed' })
  expect(stays.json()).toMatchObject({ leaving: null })
  expect((await read(owner)).statusCode).toBe(200)
  expect((await app.call(owner, 'POST', `/api/documents/${gone.id}/restore`)).statusCode).toBe(200)
  expect((await here(head)).organizationLocksAt).toBeNull()
  // Access that ended with the lock does not come back.
  expect((await read(friend)).statusCode).toBe(404)
  const [grant] = await app.services.database.db
    .select()
    .from(documentAccess)
    .where(eq(documentAccess.documentId, id))
  expect([grant?.status, grant?.autoRevokeDate?.toISOString()]).toEqual(['revoked', locksAt])
  const trail = (await app.call(admin, 'GET', '/api/audit/events')).body
  for (const said of ['Organisation is leaving', 'Organisation stays', 'The merger failed', 'Access revoked'])
    expect(trail).toContain(said)
  const history = (await app.call(admin, 'GET', `/api/organizations/${firm}/history`)).json()
  expect(history.changes.slice(0, 2)).toMatchObject([
    { label: 'Organisation stays', reason: 'The merger failed' },
    { label: 'Organisation is leaving' },
  ])
})
