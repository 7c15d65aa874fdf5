import { randomUUID } from 'node:crypto'
import { dayOf } from '@deedbox/contract/dates.ts'
import { daysAfter } from '@deedbox/contract/durations.ts'
import type { Grant } from '@deedbox/contract/grants.ts'
import type { ErrorBody } from '@deedbox/contract/refusals.ts'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { documentAccess } from '../../db/tables/documents.ts'
import { addYears } from '../../platform/days.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { refusal, upload } from './sample.testing.ts'

const zone = 'Australia/Sydney'
let app: TestApp
let trustee: Person

beforeAll(async () => {
  app = await startTestApp({ TIME_ZONE: zone })
  trustee = await app.person('trustee', { name: 'Tess Trustee' })
})
afterAll(() => app.stop())

const db = () => app.services.database.db
const now = () => new Date(Date.now() + app.services.clock.shiftMs)
const bulk = (as: Person | null, action: string, grantIds: string[]) =>
  app.call(as, 'POST', '/api/access/bulk', { action, grantIds })
const preview = (as: Person | null, action: string, grantIds: string[]) =>
  app.call(as, 'POST', '/api/access/bulk/preview', { action, grantIds })
const rowsOf = (ids: string[]) =>
  db().select().from(documentAccess).where(inArray(documentAccess.id, ids)).orderBy(documentAccess.id)
const eventsOf = (ids: string[]) =>
  db().select().from(auditEvents).where(inArray(auditEvents.accessId, ids)).orderBy(desc(auditEvents.id))

/** Makes grants on one document, to as many people. */
async function granted(
  count: number,
  documentId: string,
  more: { status?: 'expired' | 'revoked'; autoRevokeDate?: Date } = {},
) {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    documentId,
    userEmail: `p${n}-${randomUUID().slice(0, 8)}@example.com`,
    userName: `Person ${n}`,
    grantedBy: trustee.id,
    grantedByName: 'Tess Trustee',
    grantedAt: now(),
    autoRevokeDate: daysAfter(now(), 100),
    ...more,
  }))
  await db().insert(documentAccess).values(rows)
  return rows
}
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

test('a preview says what would change and changes nothing', async () => {
  const document = await upload(app, trustee, { title: 'The Hartley deed' })
  const live = await granted(2, document.id)
  const over = await granted(1, document.id, { autoRevokeDate: now() })
  const ended = await granted(1, document.id, { status: 'revoked' })
  app.shift(1_000)
  const ids = [...idsOf(live), ...idsOf(over), ...idsOf(ended), randomUUID(), live[0]?.id ?? '']
  const before = await rowsOf(ids)
  const answer = await preview(trustee, 'renew', ids)
  const { changes, refused } = answer.json()
  expect(refused).toBe(3)
  expect(changes).toEqual(
    live.map(({ id, userName, userEmail, autoRevokeDate }) => ({
      id,
      userName,
      userEmail,
      documentTitle: 'The Hartley deed',
      endsAt: autoRevokeDate.toISOString(),
      newEndsAt: changes[0].newEndsAt,
    })),
  )
  expect(dayOf(changes[0].newEndsAt, zone)).toBe(dayOf(addYears(now(), 1, zone), zone))
  expect((await preview(trustee, 'revoke', ids)).json().changes[0].newEndsAt).toBeNull()
  expect(await rowsOf(ids)).toEqual(before)
})

test('an action and a grant are required, with the specification’s message, and at most a thousand', async () => {
  const wrong = [{ action: 'revoke', grantIds: [] }, { action: 'burn', grantIds: [randomUUID()] }, {}]
  for (const body of wrong) {
    const answer = await app.call(trustee, 'POST', '/api/access/bulk', body)
    expect(refusal(answer)).toEqual([400, 'invalid-input'])
    expect(Object.values(answer.json<ErrorBody>().error.fields ?? {})).toContain(
      'Please select an action and at least one access record',
    )
  }
  const many = Array.from({ length: 1_001 }, () => randomUUID())
  expect(refusal(await bulk(trustee, 'revoke', many))).toEqual([400, 'invalid-input'])
})

test('a thousand are renewed, then revoked, each with its event, in a few statements', async () => {
  const documents = await Promise.all(Array.from({ length: 4 }, () => upload(app, trustee)))
  const rows = (await Promise.all(documents.map(({ id }) => granted(250, id)))).flat()
  const ids = idsOf(rows)
  const before = now()
  const statements = vi.spyOn(PgDialect.prototype, 'sqlToQuery')
  const answer = await bulk(trustee, 'renew', ids)
  // A few, and those of the jobs that run beside: never one for each grant.
  expect(statements.mock.calls.length).toBeLessThan(100)
  statements.mockRestore()
  expect(answer.json()).toEqual({ count: 1_000 })
  const renewed = await rowsOf(ids)
  const end = renewed[0]?.expiresAt?.getTime() ?? 0
  expect(end).toBeGreaterThanOrEqual(addYears(before, 1, zone).getTime() - 1_000)
  expect(end).toBeLessThanOrEqual(addYears(now(), 1, zone).getTime() + 1_000)
  for (const { expiresAt, autoRevokeDate, status } of renewed)
    expect([expiresAt?.getTime(), autoRevokeDate?.getTime(), status]).toEqual([end, end, 'active'])

  expect((await bulk(trustee, 'revoke', ids)).json()).toEqual({ count: 1_000 })
  expect(new Set((await rowsOf(ids)).map(({ status }) => status))).toEqual(new Set(['revoked']))
  const events = await eventsOf(ids)
  for (const event of ['renewed', 'revoked']) {
    const entries = events.filter((each) => each.event === event)
    expect(entries.map(({ accessId }) => accessId).sort()).toEqual([...ids].sort())
    expect(new Set(entries.map(({ actorId }) => actorId))).toEqual(new Set([trustee.id]))
  }
  expect(events).toHaveLength(2_000)
})

test('renewing on 29 February gives the 28th, and counts in the deployment’s days', async () => {
  const document = await upload(app, trustee)
  const [grant] = await granted(1, document.id, { autoRevokeDate: new Date('2030-01-01') })
  if (!grant) throw new Error('no grant')
  // 23:30 on 28 February in UTC is 29 February in Sydney.
  const shift = new Date('2028-02-28T23:30:00Z').getTime() - now().getTime()
  app.shift(shift)
  expect((await bulk(trustee, 'renew', [grant.id])).statusCode).toBe(200)
  const [row] = await rowsOf([grant.id])
  app.shift(-shift)
  expect(dayOf(row?.expiresAt ?? '', zone)).toBe('2029-02-28')
})

test('all or none: one that is ended, revoked, unknown or another person’s stops the whole action', async () => {
  const unconfirmed = await app.person('trustee', { confirmedAt: null })
  const own = await upload(app, unconfirmed)
  const strange = await upload(app, trustee)
  const mine = idsOf(await granted(3, own.id))
  const stops = [
    idsOf(await granted(1, strange.id)),
    idsOf(await granted(1, own.id, { autoRevokeDate: new Date(now().getTime() - 1_000) })),
    idsOf(await granted(1, own.id, { status: 'expired' })),
    idsOf(await granted(1, own.id, { status: 'revoked' })),
    [randomUUID()],
  ].flat()
  const all = [...mine, ...stops]
  const before = await rowsOf(all)
  for (const stop of stops)
    for (const action of ['revoke', 'renew'])
      expect(refusal(await bulk(unconfirmed, action, [...mine, stop]))).toEqual([409, 'bulk-changed'])
  expect(await rowsOf(all)).toEqual(before)
  expect(await eventsOf(all)).toEqual([])
  expect((await preview(unconfirmed, 'revoke', all)).json()).toMatchObject({ refused: 5 })
  expect((await bulk(unconfirmed, 'revoke', mine)).json()).toEqual({ count: 3 })
})

test('grants of a deleted document stop it too, and other roles may not call it', async () => {
  const document = await upload(app, trustee)
  const [grant] = await granted(1, document.id)
  const ids = [grant?.id ?? '']
  for (const role of ['requestor', 'guest', 'b2b_admin'])
    for (const call of [bulk, preview])
      expect(refusal(await call(await app.person(role), 'revoke', ids))).toEqual([403, 'not-allowed'])
  await app.call(trustee, 'DELETE', `/api/documents/${document.id}`)
  expect(refusal(await bulk(trustee, 'renew', ids))).toEqual([409, 'bulk-changed'])
})

test('a bulk action and single revocations at once: every grant ends once, and the loser changes nothing', async () => {
  const document = await upload(app, trustee)
  for (let round = 0; round < 5; round++) {
    const ids = idsOf(await granted(20, document.id))
    const [answer, single] = await Promise.all([
      bulk(trustee, 'revoke', ids),
      app.call(trustee, 'POST', `/api/access/${ids[7]}/revoke`, {}),
    ])
    const statuses = (await rowsOf(ids)).filter(({ status }) => status === 'revoked')
    const events = await eventsOf(ids)
    // The bulk action ended all twenty, or a single revocation ended one and the rest are unchanged.
    if (answer.statusCode === 200) {
      expect(refusal(single)).toEqual([409, 'grant-ended'])
      expect(statuses).toHaveLength(20)
      expect(events).toHaveLength(20)
    } else {
      expect(refusal(answer)).toEqual([409, 'bulk-changed'])
      expect(single.json<{ grant: Grant }>().grant.status).toBe('revoked')
      expect(statuses.map(({ id }) => id)).toEqual([ids[7]])
      expect(events).toHaveLength(1)
    }
  }
})

test('two bulk actions on the same grants in different order: one wins, and there is no deadlock', async () => {
  const documents = await Promise.all([upload(app, trustee), upload(app, trustee)])
  const admin = await app.person('admin')
  const ids = (await Promise.all(documents.map(({ id }) => granted(50, id)))).flat().map(({ id }) => id)
  const answers = await Promise.all([
    bulk(trustee, 'revoke', ids),
    bulk(admin, 'revoke', [...ids].reverse()),
    bulk(trustee, 'revoke', [...ids].sort()),
  ])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  expect(
    await db().$count(auditEvents, and(inArray(auditEvents.accessId, ids), eq(auditEvents.event, 'revoked'))),
  ).toBe(100)
})
