import { randomUUID } from 'node:crypto'
import type { OwnerRequest } from '@deedbox/contract/owner-requests.ts'
import { ownerRequestMove, ownerRequestMoves, ownerRequestStatuses } from '@deedbox/contract/request-terms.ts'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerContactRequests } from '../../db/tables/requests.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { upload } from '../grants/sample.testing.ts'

const callers = [
  'requester',
  'owner',
  'trustee',
  'other trustee',
  'stranger',
  'admin',
  'b2b_admin',
  'guest',
] as const
type Caller = (typeof callers)[number]
const trustees: readonly Caller[] = ['owner', 'trustee', 'other trustee', 'stranger']
/** People who see the page before anyone has claimed: the owner (an unconfirmed trustee), confirmed trustees, the admin. */
const see: readonly Caller[] = ['owner', 'trustee', 'other trustee', 'admin']

let app: TestApp
const people = new Map<Caller, Person>()
const documents = new Map<Caller, string>()

beforeAll(async () => {
  app = await startTestApp()
  const make = async (caller: Caller, role: string, more = {}) =>
    people.set(caller, await app.person(role, more))
  await make('requester', 'requestor')
  await make('owner', 'trustee', { confirmedAt: null })
  await make('trustee', 'trustee')
  await make('other trustee', 'trustee')
  await make('stranger', 'trustee', { confirmedAt: null })
  for (const role of ['admin', 'b2b_admin', 'guest'] as const) await make(role, role)
  for (const caller of trustees) documents.set(caller, (await upload(app, person(caller))).id)
})
afterAll(() => app.stop())

const person = (caller: Caller): Person => {
  const found = people.get(caller)
  if (!found) throw new Error(`no ${caller}`)
  return found
}
const rowOf = async (id: string) => {
  const [row] = await app.services.database.db
    .select()
    .from(ownerContactRequests)
    .where(eq(ownerContactRequests.id, id))
  if (!row) throw new Error('no row')
  return row
}

type Step = { by: Caller; call: 'claim' | 'fulfil' | 'share' | 'see' | 'withdraw' | 'remind' }
type Model = { status: OwnerRequest['status']; claimer: Caller | null }

/** Returns what a call must be answered with, from the moves of the contract alone. */
function expected({ by, call }: Step, { status, claimer }: Model): number {
  const hidden = !see.includes(by) && by !== claimer
  if (call === 'see') return hidden ? 403 : 200
  // The request is too young for a reminder: another test covers that.
  if (call === 'remind') return by === 'requester' ? 409 : 403
  if (call === 'withdraw') return by !== 'requester' ? 403 : ownerRequestMove(call, status) ? 200 : 409
  if (!trustees.includes(by) || hidden) return 403
  if (call !== 'claim' && claimer !== null && by !== claimer) return 403
  const needed = ownerRequestMoves.find((move) => move.by === (call === 'claim' ? 'claim' : 'fulfil'))?.from
  return status === needed ? 200 : 409
}

test('no order of calls by any role reaches a state or a field value that the specification does not know', async () => {
  const step: fc.Arbitrary<Step> = fc.record({
    by: fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...trustees) },
      { weight: 1, arbitrary: fc.constantFrom(...callers) },
    ),
    call: fc.constantFrom('claim', 'fulfil', 'share', 'see', 'withdraw', 'remind'),
  })
  const reached = new Set<string>()
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const body = { ownerEmail: person('owner').email, message: 'Please' }
      const sent = await app.call(person('requester'), 'POST', '/api/owner-requests', body)
      const { id } = sent.json<{ request: OwnerRequest }>().request
      const model: Model = { status: 'pending', claimer: null }
      let before = await rowOf(id)
      expect(before).toMatchObject({
        status: 'pending',
        claimedBy: null,
        claimedAt: null,
        fulfilledAt: null,
        withdrawnAt: null,
      })
      for (const one of steps) {
        const { by, call } = one
        const documentIds = [documents.get(by) ?? randomUUID()]
        const answer =
          call === 'see'
            ? await app.call(person(by), 'GET', `/api/owner-requests/${id}`)
            : await app.call(person(by), 'POST', `/api/owner-requests/${id}/${call}`, { documentIds })
        expect(answer.statusCode, `${by} ${call} while ${model.status}`).toBe(expected(one, model))
        const after = await rowOf(id)
        const move =
          answer.statusCode === 200 &&
          ownerRequestMoves.find((each) => each.by === call && each.from === model.status)
        if (!move) {
          expect(after).toEqual(before)
          continue
        }
        seen.add(`${move.by} from ${move.from}`)
        model.status = move.to
        if (call === 'claim') model.claimer = by
        expect(after).toEqual({
          ...before,
          status: move.to,
          ...(call === 'claim'
            ? { claimedBy: person(by).id, claimedByName: 'Test trustee', claimedAt: expect.any(Date) }
            : call === 'fulfil'
              ? { fulfilledAt: expect.any(Date) }
              : { withdrawnAt: expect.any(Date) }),
        })
        before = after
      }
      reached.add(model.status)
    }),
    {
      numRuns: 40,
      // Examples make each of the states an end at least once, and each move.
      examples: [
        [[{ by: 'stranger', call: 'claim' }]],
        [[{ by: 'trustee', call: 'claim' }]],
        [(['withdraw', 'withdraw', 'remind'] as const).map((call) => ({ by: 'requester', call }))],
        [
          [
            { by: 'owner', call: 'claim' },
            { by: 'requester', call: 'withdraw' },
            { by: 'owner', call: 'fulfil' },
            { by: 'trustee', call: 'claim' },
            { by: 'owner', call: 'share' },
          ],
        ],
        [(['claim', 'share', 'fulfil', 'fulfil', 'claim'] as const).map((call) => ({ by: 'owner', call }))],
      ],
    },
  )
  expect([...reached].sort()).toEqual([...ownerRequestStatuses].sort())
  expect([...seen].sort()).toEqual(ownerRequestMoves.map(({ by, from }) => `${by} from ${from}`).sort())
})
