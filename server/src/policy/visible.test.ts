import { randomUUID } from 'node:crypto'
import { dayMs, daysAfter } from '@deedbox/contract/durations.ts'
import { roles } from '@deedbox/contract/permissions.ts'
import { and, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../db/named.ts'
import { organizations, profiles, sessions } from '../db/tables/accounts.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { askings, nominations, nominees, releasedDocuments, releases } from '../db/tables/releases.ts'
import { loadActor } from '../kernel/context/actor.ts'
import type { Acting, ReadCtx } from '../kernel/context/context.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { type Granted, grantColumns, grantOf, withOwnGrant } from './find.ts'
import { reasonsFor, unlessArchived, visibleTo } from './visible.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** Dates around now, with now itself and its neighbouring milliseconds. */
const offset = fc.constantFrom(-400 * dayMs, -1, 0, 1, 1_000, 31 * dayMs)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

const people = fc.array(
  fc.record({
    role: fc.constantFrom(...roles, 'auditor', ''),
    confirmed: fc.boolean(),
    organization: maybe(fc.nat(1)),
    accountEnds: maybe(offset),
  }),
  { minLength: 1, maxLength: 7 },
)
const files = fc.array(
  fc.record({
    owner: fc.nat(6),
    organization: maybe(fc.nat(1)),
    status: fc.constantFrom('active', 'archived', 'pending'),
    deleted: maybe(fc.constantFrom(0, 1, 30 * dayMs - 1, 30 * dayMs, 31 * dayMs)),
    shredded: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
)
const grants = fc.array(
  fc.record({
    to: fc.nat(6),
    document: fc.nat(5),
    level: fc.constantFrom('view' as const, 'download' as const),
    status: fc.constantFrom('active' as const, 'expired' as const, 'revoked' as const),
    expires: maybe(offset),
    revokes: maybe(offset),
  }),
  { maxLength: 16 },
)
/** Documents released to a person, with the times at which access begins and ends, which are both known or neither is. */
const released = fc.array(
  fc.record({
    to: fc.nat(6),
    document: fc.nat(5),
    level: fc.constantFrom('view' as const, 'download' as const),
    times: maybe(
      fc.constantFrom(
        [-dayMs, 0],
        [-dayMs, 1],
        [0, 1],
        [0, dayMs],
        [1, dayMs],
        [dayMs, 2 * dayMs],
        [-1, 1_000],
      ),
    ),
    over: maybe(offset),
  }),
  { maxLength: 12 },
)
type Of<A> = A extends fc.Arbitrary<infer T> ? T : never
/** Days for which each of the two organisations has been leaving, with the last moment before the lock. */
const leavings = fc.tuple(
  maybe(fc.constantFrom(0, 90 * dayMs - 1, 90 * dayMs, 91 * dayMs)),
  maybe(fc.constantFrom(0, 90 * dayMs)),
)
type World = {
  leavings: Of<typeof leavings>
  people: Of<typeof people>
  files: Of<typeof files>
  grants: Of<typeof grants>
  released: Of<typeof released>
}

/** Sections 4 and 6 of the specification and section 2 of the decisions, written in TypeScript instead of SQL. */
function oracle(
  world: World,
  reader: number,
  file: number,
  view: 'current' | 'deleted' | 'either',
  lockedToo = false,
): boolean {
  const person = world.people[reader]
  const document = world.files[file]
  if (!person || !document) throw new Error('no such person or document')
  const own = document.owner % world.people.length === reader
  const gone = document.deleted !== null
  const manages = person.role === 'admin' || person.role === 'trustee'
  const recoverable =
    document.deleted !== null && document.deleted < 30 * dayMs && !document.shredded && manages
  const locked = isLockedIn(world, file)
  if (locked && !lockedToo) return false
  const fits = { current: !gone, deleted: recoverable, either: !gone || recoverable }[view]
  if (!fits) return false

  // A locked document is named to people who see it through more than a grant.
  const opened = world.released.some(
    ({ to, document: of, times, over }) =>
      !locked &&
      to % world.people.length === reader &&
      of % world.files.length === file &&
      over === null &&
      times !== null &&
      (times[0] ?? 0) <= 0 &&
      (times[1] ?? 0) > 0,
  )
  const granted = world.grants.some(
    (grant) =>
      !locked &&
      grant.to % world.people.length === reader &&
      grant.document % world.files.length === file &&
      grant.status === 'active' &&
      (grant.expires === null || grant.expires > 0) &&
      (grant.revokes === null || grant.revokes > 0),
  )
  const live = granted || opened
  switch (person.role) {
    case 'admin':
      return true
    case 'trustee':
      return person.confirmed || own
    case 'b2b_admin':
      return own || live || (person.organization !== null && document.organization === person.organization)
    case 'requestor':
      return own || live
    case 'guest':
      return live && !(person.accountEnds !== null && person.accountEnds <= 0)
    default:
      return false
  }
}

function isLockedIn({ files, leavings }: World, file: number): boolean {
  const n = files[file]?.organization ?? null
  const left = n === null ? null : leavings[n]
  return typeof left === 'number' && left >= 90 * dayMs
}

/** Keeps the grants that the database allows: each ends, and a person has at most one active grant of a document. */
function possible(world: World): World['grants'] {
  const active = new Set<string>()
  return world.grants.filter((grant) => {
    if (grant.expires === null && grant.revokes === null) return false
    if (grant.status !== 'active') return true
    const pair = `${grant.to % world.people.length} ${grant.document % world.files.length}`
    if (active.has(pair)) return false
    active.add(pair)
    return true
  })
}

class Undo extends Error {}

test('what the database lets a person see is what the rules say', async () => {
  const { database, clock } = app.services
  let seen = 0
  let hidden = 0

  async function compare(raw: World): Promise<void> {
    const world = { ...raw, grants: possible(raw) }
    const organizationIds = [randomUUID(), randomUUID()]
    const orgOf = (n: number | null) => (n === null ? null : (organizationIds[n] ?? null))
    const ids = world.people.map(() => randomUUID())
    const idOf = (n: number) => ids[n % ids.length] ?? ''
    const emailOf = (n: number) => `p${n % ids.length}-${idOf(n)}@example.com`
    const fileIds: string[] = world.files.map(() => randomUUID())

    await database
      .transaction(async (tx) => {
        // The clock does not advance within a transaction: everything below happens at this time.
        const { now } = await loadActor(database, { token: null }, clock.shiftMs)
        const at = (ms: number | null) => (ms === null ? null : new Date(now.getTime() + ms))
        const before = (ms: number | null) => at(ms === null ? null : -ms)
        const times = { createdAt: now, updatedAt: now }
        await tx.insert(organizations).values(
          organizationIds.map((id, n) => ({
            id,
            name: id,
            createdAt: now,
            leavingFrom: before(world.leavings[n] ?? null),
          })),
        )
        await tx.insert(profiles).values(
          world.people.map((person, n) => ({
            ...times,
            id: idOf(n),
            email: emailOf(n),
            name: `Person ${n}`,
            role: person.role,
            confirmedAt: person.confirmed ? now : null,
            organizationId: orgOf(person.organization),
            accessExpiresAt: at(person.accountEnds),
          })),
        )
        await tx.insert(sessions).values(
          ids.map((id) => ({
            ...times,
            token: id,
            userId: id,
            expiresAt: daysAfter(now, 1),
          })),
        )
        await tx.insert(documents).values(
          world.files.map((file, n) => ({
            id: fileIds[n] ?? '',
            title: 'T',
            status: file.status,
            createdAt: now,
            fileName: 't.txt',
            filePath: fileIds[n] ?? '',
            fileSize: 1,
            fileType: 'text/plain',
            sha256: '',
            ownerId: idOf(file.owner),
            ownerName: '',
            ownerEmail: '',
            organizationId: orgOf(file.organization),
            masterKeyId: '',
            deletedAt: file.deleted === null ? null : new Date(now.getTime() - file.deleted),
            contentRemovedAt: file.shredded && file.deleted !== null ? now : null,
          })),
        )
        if (world.grants.length > 0)
          await tx.insert(documentAccess).values(
            world.grants.map((grant) => ({
              documentId: fileIds[grant.document % fileIds.length] ?? '',
              userEmail: emailOf(grant.to),
              userName: '',
              accessLevel: grant.level,
              grantedBy: idOf(0),
              grantedByName: '',
              grantedAt: now,
              expiresAt: at(grant.expires),
              autoRevokeDate: at(grant.revokes),
              status: grant.status,
            })),
          )
        const releasedTo = world.released.map((one) => ({ ...one, id: randomUUID() }))
        if (releasedTo.length > 0) {
          const [nomination] = await tx
            .insert(nominations)
            .values({
              ...{ documentId: fileIds[0], how: 'order', waitDays: 1, accessLevel: 'view', lastsDays: 1 },
              ...{ evidence: '', needsAgreement: false, absences: [], createdAt: now, updatedAt: now },
              ...{ createdBy: idOf(0), createdByName: '' },
            })
            .returning()
          const nominationId = nomination?.id ?? ''
          const [nominee] = await tx
            .insert(nominees)
            .values({ nominationId, position: 0, email: emailOf(0), name: '', afterDays: 0 })
            .returning()
          const runs = await tx
            .insert(releases)
            .values(releasedTo.map(() => ({ nominationId, rehearsal: false, begunAt: now })))
            .returning()
          await tx.insert(askings).values(
            releasedTo.map(({ id }, n) => ({
              ...{
                id,
                releaseId: runs[n]?.id ?? '',
                nomineeId: nominee?.id ?? '',
                askedAt: now,
                message: '',
              },
            })),
          )
          await tx.insert(releasedDocuments).values(
            releasedTo.map(({ id, to, document, level, times, over }) => ({
              askingId: id,
              documentId: fileIds[document % fileIds.length] ?? '',
              userId: idOf(to),
              accessLevel: level,
              begins: times && at(times[0] ?? 0),
              ends: times && at(times[1] ?? 0),
              overAt: at(over),
            })),
          )
        }
        for (const [reader, id] of ids.entries()) {
          const { person: actor } = await loadActor(database, { token: id }, clock.shiftMs)
          if (!actor) throw new Error('no actor')
          const own = await run<Granted & { id: string }>(
            database,
            sql`select ${documents.id} as id, ${grantColumns} from ${documents}
              ${withOwnGrant({ actor, now } as Acting<ReadCtx>)} where ${inArray(documents.id, fileIds)}`,
            { prepared: false },
          )
          const access = new Map(own.map((row) => [row.id, grantOf(row)]))
          expect(own).toHaveLength(fileIds.length)
          const all = (await tx.select().from(documents).where(inArray(documents.id, fileIds))).map(
            (document) => ({ document, granted: (access.get(document.id) ?? null) !== null }),
          )
          for (const view of ['current', 'deleted', 'either'] as const) {
            const listedToo = await tx
              .select({ id: documents.id })
              .from(documents)
              .where(and(visibleTo(actor, now, view, { lockedToo: true }), inArray(documents.id, fileIds)))
            expect(listedToo.map(({ id }) => id).sort()).toEqual(
              fileIds.filter((_, file) => oracle(world, reader, file, view, true)).sort(),
            )
            const rows = await tx
              .select({ id: documents.id })
              .from(documents)
              .where(visibleTo(actor, now, view))
            if (view === 'current') {
              // The reasons that administrators are shown are the rule itself.
              const explained = all.filter(
                ({ document, granted }) =>
                  document.deletedAt === null &&
                  !isLockedIn(world, fileIds.indexOf(document.id)) &&
                  reasonsFor(actor, document, granted).length > 0,
              )
              expect(explained.map(({ document }) => document.id).sort()).toEqual(
                rows.map((row) => row.id).sort(),
              )
            }
            if (view === 'current') {
              // Default lists leave out what is archived, but for what somebody sees through a grant only.
              const listed = await tx
                .select({ id: documents.id })
                .from(documents)
                .where(and(visibleTo(actor, now), unlessArchived(actor, now)))
              const expectedIds = fileIds.filter((_, file) => {
                if (!oracle(world, reader, file, 'current')) return false
                const withoutGrants = { ...world, grants: [], released: [] }
                return (
                  world.files[file]?.status !== 'archived' || !oracle(withoutGrants, reader, file, 'current')
                )
              })
              expect(listed.map((row) => row.id).sort()).toEqual(expectedIds.sort())
            }
            const found = fileIds.map((file) => rows.some((row) => row.id === file))
            const expected = fileIds.map((_, file) => oracle(world, reader, file, view))
            expect({ reader: world.people[reader], view, found }).toEqual({
              reader: world.people[reader],
              view,
              found: expected,
            })
            seen += expected.filter(Boolean).length
            hidden += expected.filter((is) => !is).length
          }
        }
        throw new Undo()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error
      })
  }

  await fc.assert(fc.asyncProperty(fc.record({ people, files, grants, released, leavings }), compare), {
    numRuns: 80,
  })
  // Results of both kinds occurred many times.
  expect(Math.min(seen, hidden)).toBeGreaterThan(100)
})
