import { asc, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { destroyContent } from './destroy.ts'
import { leave, leavingOf, leftOrganization, waiver } from './leaving.testing.ts'

let app: TestApp
let admin: Person
let second: Person
let trustee: Person
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.person('admin')
  second = await app.person('admin')
  trustee = await app.person('trustee')
})
afterAll(() => app.stop())

const act = fc.oneof(
  fc.record({
    is: fc.constantFrom('hold', 'hold', 'hold organisation', 'lift', 'stay'),
    document: fc.nat(2),
  }),
  fc.record({
    is: fc.constantFrom('leave', 'ask', 'ask', 'confirm', 'confirm', 'destroy', 'destroy'),
    document: fc.nat(2),
  }),
)
type World = { firm: string; ids: string[]; holds: string[] }

async function perform(world: World, { is, document }: { is: string; document: number }): Promise<number> {
  const { firm, ids, holds } = world
  const hold = async (kind: string, subject: string) => {
    const answer = await app.call(admin, 'POST', '/api/holds', { kind, subject, reason: 'A claim' })
    if (answer.statusCode === 201) holds.push(answer.json().hold.id)
    return answer.statusCode
  }
  switch (is) {
    case 'hold':
      return hold('document', ids[document] ?? '')
    case 'hold organisation':
      return hold('organisation', firm)
    case 'lift': {
      const id = holds.shift()
      if (!id) return 200
      await app.call(admin, 'POST', `/api/holds/${id}/lift`, { why: 'Settled' })
      return (await app.call(second, 'POST', `/api/holds/${id}/confirm`)).statusCode
    }
    case 'leave': {
      const answer = await leavingOf(app, admin, firm, 'leaving', { reason: 'A merger' })
      if (answer.statusCode === 200) await leave(app, firm)
      return answer.statusCode
    }
    case 'stay':
      return (await leavingOf(app, admin, firm, 'stay', { reason: 'No merger' })).statusCode
    case 'ask':
      return (await leavingOf(app, admin, firm, 'destruction', waiver)).statusCode
    case 'confirm':
      return (await leavingOf(app, second, firm, 'destruction/confirm')).statusCode
    default:
      await destroyContent(app.services)
      return 200
  }
}

type Details = { holdId?: string; kind?: string; subjectId?: string; organizationId?: string }

/**
 * Tells the story again by the trail, whose numbers are given under the lock of holds: documents that were destroyed while held, or with no destruction
 * confirmed.
 */
async function wronglyDestroyed({ firm, ids }: World): Promise<string[]> {
  const trail = await app.services.database.db.select().from(auditEvents).orderBy(asc(auditEvents.id))
  const inForce = new Map<string, string>()
  let confirmed = false
  const wrong: string[] = []
  for (const { event, documentId, details } of trail) {
    const { holdId = '', subjectId = '', organizationId } = (details ?? {}) as Details
    if (event === 'legal_hold_set') inForce.set(holdId, subjectId)
    if (event === 'legal_hold_lifted') inForce.delete(holdId)
    if (event === 'organization_destruction_confirmed' && organizationId === firm) confirmed = true
    if (event !== 'document_key_destroyed' || !documentId || !ids.includes(documentId)) continue
    const held = [...inForce.values()]
    if (!confirmed || held.includes(documentId) || held.includes(firm)) wrong.push(documentId)
  }
  return wrong
}

test('no order of holds, leaving and destruction, one after the other or at once, destroys what is held', async () => {
  const { db } = app.services.database
  let refused = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 8 }),
      async (rounds) => {
        const world: World = { firm: await leftOrganization(app, admin), ids: [], holds: [] }
        for (let n = 0; n < 3; n++) world.ids.push((await upload(app, trustee)).id)
        await db.update(documents).set({ organizationId: world.firm }).where(inArray(documents.id, world.ids))
        for (const round of rounds) {
          const answers = await Promise.all(round.map((one) => perform(world, one)))
          expect(answers.filter((status) => status >= 500)).toEqual([])
          refused += answers.filter((status) => status === 409).length
        }
        expect(await wronglyDestroyed(world)).toEqual([])
      },
    ),
    {
      numRuns: 8,
      // These two always happen: all is destroyed, and a hold is in the way.
      examples: [
        [[[{ is: 'ask', document: 0 }], [{ is: 'confirm', document: 0 }], [{ is: 'destroy', document: 0 }]]],
        [
          [
            [
              { is: 'ask', document: 0 },
              { is: 'hold', document: 1 },
            ],
            [{ is: 'confirm', document: 0 }],
            [
              { is: 'hold', document: 2 },
              { is: 'destroy', document: 0 },
            ],
            [{ is: 'hold organisation', document: 0 }],
            [{ is: 'ask', document: 0 }],
          ],
        ],
      ],
    },
  )
  expect(await db.$count(auditEvents, eq(auditEvents.event, 'document_key_destroyed'))).toBeGreaterThan(3)
  expect(refused).toBeGreaterThan(0)
})
