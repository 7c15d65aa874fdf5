import { dayMs } from '@deedbox/contract/durations.ts'
import type { Hold } from '@deedbox/contract/holds.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import { removeDeletedContent } from '../../documents/documents.jobs.ts'
import {
  type Accounts,
  cookieOf,
  goodPassword,
  startAccounts,
} from '../../identity/accounts/accounts.testing.ts'
import { forgetRecords } from '../../insight/log/forget.ts'
import { destroyContent } from '../../operations/leaving/destroy.ts'
import { leavingOf, leftOrganization, waiver } from '../../operations/leaving/leaving.testing.ts'
import type { Removal } from '../../policy/removals.ts'
import { events, refusal, upload } from '../../sharing/grants/sample.testing.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { endHolds } from './holds.jobs.ts'

let the: Accounts
let app: TestApp
let admin: Person
let second: Person
let trustee: Person
beforeAll(async () => {
  the = await startAccounts()
  app = the.app
  admin = await app.person('admin', { name: 'Ruth Abernathy' })
  second = await app.person('admin', { name: 'Tom Nguyen' })
  trustee = await app.person('trustee')
})
afterAll(() => the.stop())

const why = { why: 'The claim is settled' }
const call = (as: Person, url: string, body: object = {}) => app.call(as, 'POST', `/api/holds${url}`, body)
const on = (kind: string, subject: string, more: object = {}) =>
  call(admin, '', { kind, subject, reason: 'Quill v Quill', ...more })
const made = async (kind: string, subject: string, more: object = {}): Promise<Hold> => {
  const answer = await on(kind, subject, more)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().hold
}
const lifted = async ({ id }: Hold) => {
  expect((await call(admin, `/${id}/lift`, why)).json().hold.status).toBe('asked')
  expect((await call(second, `/${id}/confirm`)).json().hold.status).toBe('ended')
}
const remove = (id: string) => app.call(trustee, 'DELETE', `/api/documents/${id}`)
const list = async (query: Record<string, string>): Promise<Hold[]> =>
  (await app.call(admin, 'GET', `/api/holds?${new URLSearchParams(query)}`)).json().holds
const row = async (id: string) =>
  (await app.services.database.db.select().from(documents).where(eq(documents.id, id)))[0]

test('a document under two holds is kept until both are lifted, each by a second administrator', async () => {
  const { id } = await upload(app, trustee)
  const [one, other] = [await made('document', id), await made('document', id, { reason: 'A tax audit' })]
  const refused = await remove(id)
  expect(refusal(refused)).toEqual([409, 'hold-keeps'])
  expect(refused.json().error.message).toBe('A legal hold keeps this document until it is lifted.')
  expect(refusal(await call(admin, `/${one.id}/confirm`))).toEqual([409, 'hold-not-asked'])
  await call(admin, `/${one.id}/lift`, why)
  expect(refusal(await call(admin, `/${one.id}/confirm`))).toEqual([403, 'hold-second'])
  expect(refusal(await call(second, `/${one.id}/lift`, why))).toEqual([409, 'hold-asked'])
  expect((await call(second, `/${one.id}/keep`)).json().hold).toMatchObject({
    status: 'in-force',
    asked: null,
  })
  await lifted(one)
  expect(refusal(await call(admin, `/${one.id}/lift`, why))).toEqual([409, 'hold-over'])
  expect(refusal(await remove(id))).toEqual([409, 'hold-keeps'])
  await lifted(other)
  expect((await remove(id)).statusCode).toBe(200)
  expect((await list({ kind: 'document', subject: id })).map(({ reason }) => reason)).toEqual([
    'A tax audit',
    'Quill v Quill',
  ])
})

test('a hold is named on its document, and its reason is told to administrators only', async () => {
  const { id } = await upload(app, trustee)
  await made('document', id, { reason: 'A secret claim' })
  const guest = await app.person('guest')
  await app.call(trustee, 'POST', `/api/documents/${id}/access`, { email: guest.email })
  const page = async (as: Person) => app.call(as, 'GET', `/api/documents/${id}`)
  expect((await page(trustee)).json().document.held).toBe(true)
  expect((await page(guest)).json().document.held).toBeUndefined()
  const read = [
    await page(trustee),
    await app.call(trustee, 'GET', `/api/documents/${id}/history`),
    await app.call(trustee, 'GET', '/api/audit/events'),
  ]
  expect(read[1]?.body).toContain('Legal hold set')
  for (const answer of read) expect(answer.body).not.toContain('A secret claim')
  expect((await app.call(admin, 'GET', '/api/audit/events')).body).toContain('A secret claim')
  expect(refusal(await app.call(trustee, 'GET', '/api/holds'))).toEqual([403, 'not-allowed'])
})

test('several documents are deleted together or not at all, and the refusal names those that are held', async () => {
  const [held, free] = [await upload(app, trustee, { title: 'Held deed' }), await upload(app, trustee)]
  await made('document', held.id)
  const documentIds = [held.id, free.id]
  const answer = await app.call(trustee, 'POST', '/api/documents/delete', { documentIds })
  expect(refusal(answer)).toEqual([409, 'hold-keeps-some'])
  expect(answer.json().error.message).toContain('“Held deed”')
  expect((await row(free.id))?.deletedAt).toBeNull()
})

test('a hold on a client, an owner or an organisation goes on covering what was given to another', async () => {
  const [from, to] = [await app.person('trustee'), await app.person('trustee')]
  const { db } = app.services.database
  const [firm] = await db
    .insert(organizations)
    .values({ name: 'Held & Co', createdAt: new Date() })
    .returning()
  const ofClient = await upload(app, trustee, { clientName: 'Élodie Quill' })
  const ofOwner = await upload(app, from)
  const ofFirm = await upload(app, trustee)
  await db
    .update(documents)
    .set({ organizationId: firm?.id ?? '' })
    .where(eq(documents.id, ofFirm.id))
  const holds = [
    await made('client', 'elodie QUILL'),
    await made('person', from.id),
    await made('organisation', firm?.id ?? ''),
  ]
  const corrected = { documents: [{ id: ofClient.id, updatedAt: null }], changes: { clientName: 'Smith' } }
  expect((await app.call(trustee, 'POST', '/api/documents/correct', corrected)).statusCode).toBe(200)
  const handed = await app.call(admin, 'POST', `/api/users/${from.id}/hand-over`, {
    parts: [{ kind: 'documents', email: to.email }],
  })
  expect(handed.statusCode, handed.body).toBe(200)
  await db.update(documents).set({ organizationId: null }).where(eq(documents.id, ofFirm.id))
  for (const { id } of [ofClient, ofOwner, ofFirm])
    expect(refusal(await remove(id))).toEqual([409, 'hold-keeps'])
  const later = await upload(app, trustee, { clientName: 'Elodie Quill' })
  expect(refusal(await remove(later.id))).toEqual([409, 'hold-keeps'])
  expect((await list({ kind: 'document', subject: later.id })).map(({ kind }) => kind)).toEqual(['client'])
  for (const hold of holds) await lifted(hold)
  for (const { id } of [ofClient, ofOwner, ofFirm, later]) expect((await remove(id)).statusCode).toBe(200)
})

test('a hold ends when its last day is over, not before', async () => {
  const { id } = await upload(app, trustee)
  expect(refusal(await on('document', id, { endsOn: '2001-01-01' }))).toEqual([400, 'hold-ends-past'])
  const endsOn = new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10)
  await made('document', id, { endsOn })
  await endHolds(app.services)
  expect(refusal(await remove(id))).toEqual([409, 'hold-keeps'])
  app.shift(5 * dayMs)
  await endHolds(app.services)
  expect((await list({ kind: 'document', subject: id }))[0]?.ended).toMatchObject({ by: null })
  expect(await events(app, id)).toContain('document_hold_ended')
  expect((await remove(id)).statusCode).toBe(200)
})

test('whoever becomes the only administrator by putting the other out does not lift alone, until a week is over', async () => {
  const { id } = await upload(app, trustee)
  const hold = await made('document', id)
  const { db } = app.services.database
  const out = (at: Date | null) =>
    db.update(profiles).set({ deactivatedAt: at }).where(eq(profiles.id, second.id))
  await out(new Date(Date.now() + app.services.clock.shiftMs))
  expect((await call(admin, `/${hold.id}/lift`, why)).json().hold.status).toBe('asked')
  expect(refusal(await call(admin, `/${hold.id}/confirm`))).toEqual([403, 'hold-second'])
  app.shift(8 * dayMs)
  expect((await call(admin, `/${hold.id}/confirm`)).json().hold.status).toBe('ended')
  const alone = await made('document', id)
  expect(alone.can.alone).toBe(true)
  expect((await call(admin, `/${alone.id}/lift`, why)).json().hold.status).toBe('ended')
  await out(null)
})

test('what is not there cannot be held', async () => {
  const nobody = crypto.randomUUID()
  expect(refusal(await on('document', nobody))).toEqual([404, 'document-not-found'])
  expect(refusal(await on('client', 'Nobody at all'))).toEqual([404, 'client-not-found'])
  expect(refusal(await on('person', nobody))).toEqual([404, 'user-not-found'])
  expect(refusal(await on('organisation', 'not an id'))).toEqual([404, 'organization-not-found'])
  expect(refusal(await call(admin, `/${nobody}/lift`, why))).toEqual([404, 'hold-not-found'])
})

/** Tries each removal on what is held: it must leave it as it is. One without a line does not compile. */
const tries: Record<Removal, () => Promise<void>> = {
  'delete-documents': async () => {
    const { id } = await upload(app, trustee)
    await made('document', id)
    expect(refusal(await remove(id))).toEqual([409, 'hold-keeps'])
    expect((await row(id))?.deletedAt).toBeNull()
  },
  'remove-deleted-content': async () => {
    const { id } = await upload(app, trustee)
    await remove(id)
    const hold = await made('document', id)
    for (let months = 0; months < 2; months++) {
      app.shift(31 * dayMs)
      await removeDeletedContent(app.services)
    }
    expect((await row(id))?.wrappedKey).not.toBeNull()
    const deleted = (await app.call(trustee, 'GET', '/api/documents?view=deleted')).json().documents
    expect(deleted.map((one: { id: string }) => one.id)).toContain(id)
    await lifted(hold)
    app.shift(31 * dayMs)
    await removeDeletedContent(app.services)
    expect((await row(id))?.wrappedKey).toBeNull()
  },
  'destroy-key': async () => {
    const { id, title } = await upload(app, trustee)
    await made('document', id)
    const body = { title, reason: 'The client asked for it' }
    const destroyed = await app.call(admin, 'POST', `/api/documents/${id}/destruction`, body)
    expect(refusal(destroyed)).toEqual([409, 'hold-keeps'])
    expect((await row(id))?.wrappedKey).not.toBeNull()
  },
  'destroy-organization': async () => {
    const firm = await leftOrganization(app, admin)
    await made('organisation', firm)
    const ask = await leavingOf(app, admin, firm, 'destruction', waiver)
    expect(refusal(ask)).toEqual([409, 'hold-keeps-organisation'])
  },
  'destroy-organization-content': async () => {
    const { id } = await upload(app, trustee)
    const firm = await leftOrganization(app, admin)
    await app.services.database.db.update(documents).set({ organizationId: firm }).where(eq(documents.id, id))
    await leavingOf(app, admin, firm, 'destruction', waiver)
    await leavingOf(app, second, firm, 'destruction/confirm')
    await made('document', id)
    await destroyContent(app.services)
    expect((await row(id))?.wrappedKey).not.toBeNull()
  },
  'forget-records': async () => {
    const { id } = await upload(app, trustee)
    await made('document', id)
    const { database, log } = app.services
    await database.query(
      `insert into audit_events (at, event, document_id, notes) values (now() - interval '8 years', 'document_confirmed', $1, 'Told')`,
      [id],
    )
    await log.catchUp()
    await forgetRecords(app.services)
    const { rows } = await database.query<{ notes: string }>(
      `select notes from audit_events where document_id = $1 and event = 'document_confirmed'`,
      [id],
    )
    expect(rows).toEqual([{ notes: 'Told' }])
  },
  'close-account': async () => {
    const { person } = await the.signUp('held@example.com')
    const held = { ...person, cookie: cookieOf(await the.signIn(person.email)) }
    await made('person', person.id)
    const close = await app.call(held, 'POST', '/api/profile/close', { password: goodPassword })
    expect(refusal(close)).toEqual([409, 'hold-keeps-person'])
  },
}
test.each(Object.entries(tries))('%s leaves what is held', async (_, tried) => {
  await tried()
})

test('a removal that forgets to ask is refused by the database', async () => {
  const { id } = await upload(app, trustee)
  await made('document', id)
  const { db } = app.services.database
  const forgetful = [
    sql`update documents set wrapped_key = null where id = ${id}`,
    sql`update documents set deleted_at = now() where id = ${id}`,
    sql`update documents set sha256 = 'another' where id = ${id}`,
    sql`delete from documents where id = ${id}`,
  ]
  for (const statement of forgetful) await expect(db.execute(statement)).rejects.toThrow()
  expect(await row(id)).toMatchObject({ deletedAt: null, wrappedKey: expect.anything() })
})
