import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations, profiles, sessions } from '../../db/tables/accounts.ts'
import { auditEvents } from '../../db/tables/audit.ts'
import { mailMessages } from '../../db/tables/mail.ts'
import { refusal, upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

let app: TestApp
let admin: Person
let trustee: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin', { name: 'Ruth Admin' })
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
})
afterAll(() => app.stop())

const get = async (as: Person, path: string) => (await app.call(as, 'GET', path)).json()
const share = (id: string, email: string) =>
  app.call(trustee, 'POST', `/api/documents/${id}/access`, {
    email,
    accessLevel: 'view',
    expiresOn: '2031-01-01',
  })

async function firm(name: string) {
  const organizationId = crypto.randomUUID()
  await app.services.database.db
    .insert(organizations)
    .values({ id: organizationId, name, createdAt: new Date() })
  return { organizationId, org: await app.person('b2b_admin', { organizationId }) }
}

test('what a person can open, and through what', async () => {
  const { organizationId, org } = await firm('Harbour Legal')
  const member = await app.person('requestor', { organizationId })
  const own = await upload(app, member, { title: 'Own' })
  const shared = await upload(app, trustee, { title: 'Shared' })
  await upload(app, trustee, { title: 'Neither' })
  await share(shared.id, member.email)
  const open = async (as: Person, { id }: Person, more = '') => get(as, `/api/users/${id}/documents?${more}`)
  const seen = ({ documents }: { documents: { title: string; reasons: string[] }[] }) =>
    Object.fromEntries(documents.map(({ title, reasons }) => [title, reasons]))

  const ofMember = await open(admin, member)
  expect(ofMember).toMatchObject({ total: 2, nextCursor: null })
  expect(seen(ofMember)).toEqual({ Own: ['owner'], Shared: ['grant'] })
  expect(ofMember.documents.find(({ title }: { title: string }) => title === 'Shared').grant).toMatchObject({
    grantedByName: 'Tess Trustee',
    accessLevel: 'view',
    endsAt: '2031-01-01T12:59:59.999Z',
  })
  expect(seen(await open(admin, org))).toEqual({ Own: ['organization'] })
  expect(seen(await open(admin, trustee))).toEqual({
    Own: ['everything'],
    Shared: ['everything'],
    Neither: ['everything'],
  })
  const first = await open(admin, trustee, 'limit=2')
  const next = await open(admin, trustee, `limit=2&cursor=${first.nextCursor}`)
  expect([...first.documents, ...next.documents].map(({ title }) => title).sort()).toEqual([
    'Neither',
    'Own',
    'Shared',
  ])
  expect(seen(await open(admin, trustee, 'view=own'))).toHaveProperty('Shared')
  expect((await open(admin, trustee, 'view=own')).total).toBe(2)
  // An Org Admin learns of no document that they cannot see themselves.
  expect(seen(await open(org, member))).toEqual({ Own: ['owner'] })

  await app.call(admin, 'POST', `/api/users/${member.id}/deactivate`)
  expect(await open(admin, member)).toMatchObject({ total: 0, documents: [] })
  expect((await open(admin, member, 'view=own')).total).toBe(1)
  expect(own.id).toBeTruthy()
})

test('the facts of a person, with what may be done', async () => {
  const guest = await app.person('guest', { phone: '+61290000000', city: 'Sydney', state: 'NSW' })
  const { user } = await get(admin, `/api/users/${guest.id}`)
  expect(user).toMatchObject({
    email: guest.email,
    phone: '+61290000000',
    state: 'NSW',
    sessions: 1,
    signIns: [],
    can: { changeRole: true, setExpiry: true, deactivate: true, reactivate: false, handOver: true },
  })
  const self = (await get(admin, `/api/users/${admin.id}`)).user
  expect(Object.values(self.can)).not.toContain(true)
  for (const id of [crypto.randomUUID(), 'x'])
    expect((await app.call(admin, 'GET', `/api/users/${id}`)).statusCode).toBe(id === 'x' ? 400 : 404)
})

test('somebody who manages a person signs them out everywhere, which ends their tokens and is mailed', async () => {
  const { db } = app.services.database
  const { organizationId, org } = await firm('Lowe and Sons')
  const member = await app.person('requestor', { organizationId })
  const path = `/api/users/${member.id}/sessions`
  const out = (as: Person, to = path) => app.call(as, 'DELETE', to)
  expect(refusal(await out(trustee))).toEqual([403, 'not-allowed'])
  expect(refusal(await out(admin, `/api/users/${admin.id}/sessions`))).toEqual([403, 'sign-out-own'])
  expect(refusal(await out(org, `/api/users/${trustee.id}/sessions`))).toEqual([404, 'user-not-found'])
  const now = new Date()
  const rows = {
    userId: member.id,
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + 60_000),
  }
  await db.insert(sessions).values([
    { ...rows, token: `api:${member.id}`, kind: 'api' },
    { ...rows, token: `pat:${member.id}`, kind: 'token' },
  ])
  expect((await get(admin, `/api/users/${member.id}`)).user.sessions).toBe(2)
  expect((await out(org)).json()).toEqual({ ended: 3 })
  expect((await app.call(member, 'GET', '/api/session')).json().user).toBeNull()
  const mail = and(eq(mailMessages.recipient, member.email), eq(mailMessages.kind, 'security_notice'))
  expect(await db.$count(mailMessages, mail)).toBe(1)
  await db
    .update(sessions)
    .set({ provedAt: new Date(0) })
    .where(eq(sessions.userId, admin.id))
  expect(refusal(await out(admin))).toEqual([403, 'proof-needed'])
  await db.update(sessions).set({ provedAt: rows.expiresAt }).where(eq(sessions.userId, admin.id))
})

test('what a person asked for', async () => {
  const asking = await app.person('requestor')
  for (const documentName of ['First will', 'Second will'])
    await app.call(asking, 'POST', '/api/requests', { documentName, clientEmail: 'client@example.com' })
  const first = await get(admin, `/api/users/${asking.id}/requests?limit=1`)
  expect(first).toMatchObject({ total: 2, requests: [{ documentName: 'Second will', status: 'pending' }] })
  const next = await get(admin, `/api/users/${asking.id}/requests?limit=1&cursor=${first.nextCursor}`)
  expect(next).toMatchObject({ nextCursor: null, requests: [{ documentName: 'First will' }] })
})

test('an administrator hands a person’s documents to a confirmed trustee', async () => {
  const leaving = await app.person('requestor', { name: 'Leo Leaving' })
  const document = await upload(app, leaving, { title: 'Leftover' })
  const path = `/api/users/${leaving.id}/hand-over`
  expect(await get(admin, path)).toMatchObject({ counts: { documents: 1 }, packets: false })
  const hand = (as: Person, email: string, to = path) =>
    app.call(as, 'POST', to, { parts: [{ kind: 'documents', email }] })
  expect(refusal(await hand(trustee, trustee.email))).toEqual([403, 'not-allowed'])
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  for (const email of [unconfirmed.email, admin.email, leaving.email, 'nobody@example.com'])
    expect(refusal(await hand(admin, email))).toEqual([409, 'hand-over-trustee'])
  expect(refusal(await hand(admin, trustee.email, `/api/users/${admin.id}/hand-over`))).toEqual([
    403,
    'hand-over-own',
  ])
  await app.call(admin, 'POST', `/api/users/${leaving.id}/deactivate`)
  expect((await hand(admin, trustee.email)).json()).toMatchObject({ handed: { documents: 1 } })
  expect((await get(trustee, `/api/documents/${document.id}`)).document.ownerEmail).toBe(trustee.email)
  const events = await app.services.database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.documentId, document.id))
  expect(events.at(-1)).toMatchObject({ event: 'document_handed_over', actorId: admin.id })
  expect(refusal(await hand(admin, trustee.email))).toEqual([409, 'hand-over-nothing'])
})

test('a closed account stays as a record', async () => {
  const closed = await app.person('requestor', { deactivatedAt: new Date(), closedAt: new Date() })
  const { user } = await get(admin, `/api/users/${closed.id}`)
  expect(user.can).toMatchObject({ reactivate: false, deactivate: false })
  const again = await app.call(admin, 'POST', `/api/users/${closed.id}/reactivate`)
  expect(refusal(again)).toEqual([409, 'account-closed'])
  expect(await app.services.database.db.$count(profiles, eq(profiles.id, closed.id))).toBe(1)
})
