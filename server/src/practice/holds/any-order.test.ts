import { randomUUID } from 'node:crypto'
import { dayMs } from '@deedbox/contract/durations.ts'
import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEvents } from '../../db/tables/audit.ts'
import { documents } from '../../db/tables/documents.ts'
import { removeDeletedContent } from '../../documents/documents.jobs.ts'
import { upload } from '../../sharing/grants/sample.testing.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'

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

const document = fc.nat(2)
const act = fc.oneof(
  fc.record({ is: fc.constant('hold document'), document }),
  fc.record({ is: fc.constantFrom('hold client', 'lift'), document }),
  fc.record({ is: fc.constantFrom('delete', 'restore', 'correct', 'destroy'), document }),
  fc.record({ is: fc.constant('purge'), document }),
)

/** Answers of holds that were set, to be lifted. */
type World = { ids: string[]; clients: string[]; holds: string[] }

async function perform(world: World, { is, document: n }: { is: string; document: number }): Promise<number> {
  const documentId = world.ids[n] ?? ''
  const send = async (as: Person, url: string, body: object) => app.call(as, 'POST', url, body)
  const hold = async (kind: string, subject: string) => {
    const answer = await send(admin, '/api/holds', { kind, subject, reason: 'A claim' })
    if (answer.statusCode === 201) world.holds.push(answer.json().hold.id)
    return answer.statusCode
  }
  const documentIds = [documentId]
  switch (is) {
    case 'hold document':
      return hold('document', documentId)
    case 'hold client':
      return hold('client', world.clients[n] ?? '')
    case 'lift': {
      const holdId = world.holds.shift()
      if (!holdId) return 200
      await send(admin, `/api/holds/${holdId}/lift`, { why: 'Settled' })
      return (await send(second, `/api/holds/${holdId}/confirm`, {})).statusCode
    }
    case 'delete':
      return (await send(trustee, '/api/documents/delete', { documentIds })).statusCode
    case 'restore':
      return (await send(trustee, '/api/documents/restore', { documentIds })).statusCode
    case 'destroy': {
      const body = { title: 'A note', reason: 'The client asked for it' }
      return (await send(admin, `/api/documents/${documentId}/destruction`, body)).statusCode
    }
    case 'correct': {
      const [row] = await app.services.database.db
        .select()
        .from(documents)
        .where(eq(documents.id, documentId))
      const one = { id: documentId, updatedAt: row?.updatedAt?.toISOString() ?? null }
      const clientName = world.clients[(n + 1) % world.clients.length]
      const body = { documents: [one], changes: { clientName } }
      return (await send(trustee, '/api/documents/correct', body)).statusCode
    }
    default:
      app.shift(31 * dayMs)
      await removeDeletedContent(app.services)
      return 200
  }
}

type Details = {
  holdId?: string
  kind?: string
  subjectId?: string
  name?: string
  changes?: { to: string }[]
}

/** Events of removals. */
const removing = new Set(['document_deleted', 'document_content_removed', 'document_key_destroyed'])

/** Tells the story again by the trail, whose numbers are given under the lock of holds: removals of what was held then. */
async function removedThoughHeld(world: World): Promise<string[]> {
  const trail = await app.services.database.db.select().from(auditEvents).orderBy(asc(auditEvents.id))
  const client = new Map(world.ids.map((id, n) => [id, world.clients[n]]))
  const holdsOf = new Map(world.ids.map((id) => [id, new Set<string>()]))
  const inForce = new Map<string, string>()
  const lost: string[] = []
  for (const { event, documentId, details } of trail) {
    const { holdId = '', kind, subjectId, name = '', changes = [] } = (details ?? {}) as Details
    const held = holdsOf.get(documentId ?? '')
    if (event === 'legal_hold_set') {
      if (kind === 'client') inForce.set(holdId, name)
      for (const [id, holds] of holdsOf)
        if (id === subjectId || (kind === 'client' && client.get(id) === name)) holds.add(holdId)
    }
    if (event === 'legal_hold_lifted') {
      inForce.delete(holdId)
      for (const holds of holdsOf.values()) holds.delete(holdId)
    }
    if (event === 'document_corrected' && held && documentId && changes[0]) {
      client.set(documentId, changes[0].to)
      for (const [hold, of] of inForce) if (of === changes[0].to) held.add(hold)
    }
    if (removing.has(event) && held && held.size > 0) lost.push(`${event} ${documentId}`)
  }
  return lost
}

/** Rounds that delete one document, destroy another and are refused the third, as few random ones may do none of it. */
const sureToRemoveAndRefuse = [
  [{ is: 'delete', document: 0 }],
  [{ is: 'destroy', document: 2 }],
  [{ is: 'hold document', document: 1 }],
  [
    { is: 'delete', document: 1 },
    { is: 'destroy', document: 1 },
  ],
]

test('no order of holds and removals, one after the other or at once, loses what is held', async () => {
  const { db } = app.services.database
  let refused = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
      async (rounds) => {
        const clients = [0, 1, 2].map(() => `Client ${randomUUID()}`)
        const world: World = { ids: [], clients, holds: [] }
        for (const clientName of clients) world.ids.push((await upload(app, trustee, { clientName })).id)
        for (const round of rounds) {
          const answers = await Promise.all(round.map((one) => perform(world, one)))
          expect(answers.filter((status) => status >= 500)).toEqual([])
          refused += answers.filter((status) => status === 409).length
        }
        expect(await removedThoughHeld(world)).toEqual([])
      },
    ),
    { numRuns: 8, examples: [[sureToRemoveAndRefuse]] },
  )
  for (const event of ['document_deleted', 'document_key_destroyed'])
    expect(await db.$count(auditEvents, eq(auditEvents.event, event)), event).toBeGreaterThan(0)
  expect(refused).toBeGreaterThan(0)
})
