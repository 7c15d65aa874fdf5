import { dayOf } from '@deedbox/contract/dates.ts'
import { dayMs, daysAfter } from '@deedbox/contract/durations.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { accessMoves, requestMoves } from '@deedbox/contract/request-terms.ts'
import { asc } from 'drizzle-orm'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentAccess } from '../../db/tables/documents.ts'
import { accessRequests } from '../../db/tables/requests.ts'
import { addYears } from '../../platform/days.ts'
import { endOf, type GrantRow } from '../../policy/grants.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { expireGrants } from '../grants/grants.jobs.ts'
import { upload } from '../grants/sample.testing.ts'
import type { RequestRow } from './find.ts'
import { type Caller, callers, everyone, examples, type Step, step } from './moves.testing.ts'
import { lapseRequests } from './requests.jobs.ts'

const zone = 'Australia/Sydney'
/** Milliseconds between this process's clock and the database's. */
const slack = 10_000

let app: TestApp
const people = new Map<Caller, Person>()
let documents: [string, string]

beforeAll(async () => {
  app = await startTestApp({ TIME_ZONE: zone })
  for (const caller of everyone)
    if (callers[caller])
      people.set(
        caller,
        await app.person(callers[caller], caller === 'newcomer' ? { confirmedAt: null } : {}),
      )
  documents = [
    (await upload(app, person('owner'), { title: 'First deed' })).id,
    (await upload(app, person('newcomer'), { title: 'Second deed' })).id,
  ]
})
afterAll(() => app.stop())

function person(caller: Caller): Person {
  const found = people.get(caller)
  if (!found) throw new Error(`no ${caller}`)
  return found
}
const now = () => new Date(Date.now() + app.services.clock.shiftMs)
const inDays = (days: number | null) => (days === null ? null : dayOf(daysAfter(now(), days), zone))

type World = { requests: Map<string, RequestRow>; grants: Map<string, GrantRow> }
async function look(): Promise<World> {
  const { db } = app.services.database
  const requests = await db.select().from(accessRequests).orderBy(asc(accessRequests.id))
  const grants = await db.select().from(documentAccess).orderBy(asc(documentAccess.id))
  return {
    requests: new Map(requests.map((row) => [row.id, row])),
    grants: new Map(grants.map((row) => [row.id, row])),
  }
}

const pick = (ids: Iterable<string>, at: number) => {
  const all = [...ids]
  return all[at % all.length] ?? '00000000-0000-4000-8000-000000000000'
}

/** Takes a step; the answer, where it was a call. */
async function take(step: Step, world: World): Promise<LightMyRequestResponse | null> {
  const post = (url: string, body: object = {}) => app.call(people.get(step.by) ?? null, 'POST', url, body)
  const requestId = pick(world.requests.keys(), step.at)
  const request = `/api/requests/${requestId}`
  const grant = `/api/access/${pick(world.grants.keys(), step.at)}`
  const documentId = documents[step.of]
  switch (step.call) {
    case 'ask':
      return post('/api/requests', {
        documentName: step.of ? 'Second deed' : 'first DEED',
        documentId: step.named ? null : documentId,
        clientEmail: 'client@example.com',
        expiresOn: step.at % 2 ? inDays(60) : null,
      })
    case 'extend':
      return post(`${grant}/extension`, { duration: step.duration, customDate: inDays(step.days) })
    case 'approve':
      return post(`${request}/approve`, {
        accessLevel: step.level,
        expiresOn: inDays(step.days),
        documentId: step.choose ? documentId : (world.requests.get(requestId)?.documentId ?? null),
      })
    case 'share':
      return post(`/api/documents/${documentId}/access`, {
        email: person(step.to).email,
        expiresOn: inDays(step.days),
        accessLevel: step.at % 2 ? 'view' : 'download',
      })
    case 'renew':
      return post(`${grant}/renew`, { expiresOn: inDays(step.days) })
    case 'deny':
    case 'withdraw':
    case 'remind':
      return post(`${request}/${step.call}`)
    case 'remove':
    case 'revoke':
      return post(`${grant}/${step.call}`)
    case 'expire':
      await expireGrants(app.services)
      return null
    case 'lapse':
      await lapseRequests(app.services)
      return null
    case 'wait':
      app.shift(step.days * dayMs)
      return null
  }
}

/** Moves of the contract's tables that a step may make. A new grant and a renewal first mark one that is over. */
const requestMovesOf: Partial<Record<Step['call'], (typeof requestMoves)[number]['by']>> = {
  approve: 'approve',
  deny: 'deny',
  withdraw: 'withdraw',
  remove: 'withdraw',
  lapse: 'lapse',
}
const accessMovesOf: Partial<Record<Step['call'], (typeof accessMoves)[number]['by'][]>> = {
  approve: ['grant', 'extend', 'expire', 'revoke'],
  share: ['grant', 'expire', 'revoke'],
  renew: ['renew', 'expire', 'revoke'],
  revoke: ['revoke'],
  remove: ['remove'],
  expire: ['expire', 'revoke'],
}
const seen = new Set<string>()

const mayDecide = (by: Caller, documentId: string | null) =>
  ['owner', 'trustee', 'admin'].includes(by) || (by === 'newcomer' && documentId === documents[1])

function checkRequest(step: Step, before: RequestRow | undefined, after: RequestRow): void {
  const { id: by } = people.get(step.by) ?? { id: null }
  const { call } = step
  if (!before) {
    expect(['ask', 'extend']).toContain(call)
    expect(callers[step.by]).toBe('requestor')
    expect(after).toMatchObject({ status: 'pending', requesterId: by, reviewedBy: null, reviewedAt: null })
    expect(after.extensionType === null).toBe(call === 'ask')
    seen.add('request: ask')
    return
  }
  const kept = { ...before, documentId: after.documentId, status: after.status }
  if (before.status === after.status) {
    const { lastRemindedAt } = after
    if (call === 'remind' && lastRemindedAt?.getTime() !== before.lastRemindedAt?.getTime()) {
      expect(before.requesterId === by || mayDecide(step.by, before.documentId)).toBe(true)
      expect(before.status).toBe('pending')
      expect(Number(lastRemindedAt) - Number(before.createdAt)).toBeGreaterThanOrEqual(2 * dayMs)
      if (before.lastRemindedAt)
        expect(Number(lastRemindedAt) - Number(before.lastRemindedAt)).toBeGreaterThanOrEqual(dayMs)
      expect(after).toEqual({ ...before, lastRemindedAt })
      seen.add('request: remind')
    } else expect(after).toEqual(before)
    return
  }
  const move = requestMoves.find((each) => each.by === requestMovesOf[call])
  expect([before.status, after.status], call).toEqual([move?.from, move?.to])
  seen.add(`request: ${move?.by}`)
  if (move?.by === 'approve' || move?.by === 'deny') {
    const { reviewedAt, reviewedByName, reviewNotes } = after
    expect(before.requesterId).not.toBe(by)
    expect(mayDecide(step.by, before.documentId)).toBe(true)
    const { accessId } = after
    expect(after).toEqual({ ...kept, accessId, reviewedBy: by, reviewedAt, reviewedByName, reviewNotes })
    if (before.accessId || move.by === 'deny') expect(accessId).toBe(before.accessId)
    else expect(accessId).not.toBeNull()
    expect(Math.abs(Number(reviewedAt) - now().getTime())).toBeLessThan(slack)
    if (move.by === 'approve') expect(after.documentId).not.toBeNull()
    else expect(after.documentId).toBe(before.documentId)
    return
  }
  expect(after).toEqual({ ...kept, documentId: before.documentId })
  if (move?.by === 'withdraw') expect(before.requesterId).toBe(by)
  else expect(now().getTime() - before.createdAt.getTime()).toBeGreaterThanOrEqual(30 * dayMs - slack)
}

function checkGrant(step: Step, before: GrantRow | undefined, after: GrantRow): void {
  if (before && JSON.stringify(before) === JSON.stringify(after)) return
  const end = Number(endOf(after))
  const by = people.get(step.by)
  const moves = accessMoves.filter(
    (move) =>
      accessMovesOf[step.call]?.includes(move.by) &&
      move.from === (before?.status ?? null) &&
      move.to === after.status,
  )
  expect(moves, `${step.call} from ${before?.status} to ${after.status}`).not.toEqual([])
  for (const move of moves) seen.add(`grant: ${move.by} from ${move.from}`)
  if (step.call === 'remove') expect(after.userEmail).toBe(by?.email)
  else if (step.call !== 'expire') expect(mayDecide(step.by, after.documentId)).toBe(true)
  if (before) {
    const { status, expiresAt, autoRevokeDate, accessLevel, notes, clientName, clientEmail } = after
    const terms = { expiresAt, autoRevokeDate, accessLevel, notes, clientName, clientEmail }
    // An end changes nothing but the status.
    expect(after).toEqual({ ...before, status, ...(status === 'active' ? terms : {}) })
  }
  if (after.status !== 'active') return
  expect(end).toBeGreaterThan(now().getTime() - slack)
  expect(end).toBeLessThanOrEqual(addYears(now(), limits.grantYears, zone).getTime() + slack)
  if (step.call === 'approve' && before?.status === 'active') {
    expect(end).toBeGreaterThanOrEqual(Number(endOf(before)))
  }
}

/** Checks what must be so in every state, and what may lead from one to the next. */
function check(step: Step, answer: LightMyRequestResponse | null, before: World, after: World): void {
  const status = answer?.statusCode ?? 200
  expect(status, `${step.call}: ${answer?.body}`).toBeLessThan(500)
  if (status >= 400 || step.call === 'wait') {
    expect(after).toEqual(before)
    return
  }
  for (const [id, row] of after.requests) checkRequest(step, before.requests.get(id), row)
  for (const [id, row] of after.grants) checkGrant(step, before.grants.get(id), row)
  expect([...before.requests.keys()].filter((id) => !after.requests.has(id))).toEqual([])
  expect([...before.grants.keys()].filter((id) => !after.grants.has(id))).toEqual([])
  const pending = [...after.requests.values()]
    .filter((row) => row.status === 'pending' && row.documentId)
    .map(({ documentId, requesterId }) => `${documentId} ${requesterId}`)
  const active = [...after.grants.values()]
    .filter((row) => row.status === 'active')
    .map(({ documentId, userEmail }) => `${documentId} ${userEmail}`)
  expect([new Set(pending).size, new Set(active).size]).toEqual([pending.length, active.length])
}

test('no order of calls by any role reaches a state or a field value that the specification does not know', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      const { db } = app.services.database
      await db.delete(accessRequests)
      await db.delete(documentAccess)
      let before = await look()
      for (const one of steps) {
        const answer = await take(one, before)
        const after = await look()
        check(one, answer, before, after)
        before = after
      }
    }),
    { numRuns: 30, examples },
  )
  // Moves of all the tables were really made.
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'request: ask',
      'request: remind',
      ...requestMoves.map((move) => `request: ${move.by}`),
      ...accessMoves.map((move) => `grant: ${move.by} from ${move.from}`),
    ]),
  )
})
