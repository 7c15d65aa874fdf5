import { listAccess as endpoint } from '@deedbox/contract/bulk.ts'
import { accessSorts } from '@deedbox/contract/sorts.ts'
import { lte } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { toCursor } from '../platform/cursor.ts'
import { type Person, startTestApp, type TestApp } from '../testing/app.ts'
import { longTermGrant } from './list.ts'
import { conditionsOf } from './list-conditions.ts'
import { orderOf } from './list-order.ts'
import { gathered, type Page, walked } from './list-pages.ts'
import { probe } from './list-probe.ts'
import { rowOf } from './sample.testing.ts'

/*
 * Every way of reading a page of grants gives the same page: all grants joined and sorted, those that a filter's index
 * finds, and a walk in the order of an index.
 */

const dayMs = 86_400_000
let app: TestApp
let trustee: Person

/** 12 documents, some deleted, two of equal title; 8 grants on each, with equal times, names and ends. */
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee')
  const start = Date.now()
  const placed = Array.from({ length: 12 }, (_, n) =>
    rowOf(trustee, {
      title: `${['Deed', 'Will', 'Nguyen'][n % 3]} ${n % 5}`,
      createdAt: new Date(start),
      fileSize: n,
      clientName: n % 4 ? 'Quill' : 'Wattle',
      ...(n % 6 === 5 && {
        deletedAt: new Date(start - dayMs),
        keptUntil: new Date(start + (n === 5 ? -1 : 1) * dayMs),
      }),
    }),
  )
  await app.services.database.db.insert(documents).values(placed)
  await app.services.database.db.insert(documentAccess).values(
    placed.flatMap(({ id }, d) =>
      Array.from({ length: 8 }, (_, n) => ({
        documentId: id,
        userEmail: `p${n}@mail${(n + d) % 3}.example`,
        userName: n % 3 ? `Nguyen ${n % 2}` : `Bob ${n}`,
        accessLevel: n % 4 ? ('download' as const) : ('view' as const),
        grantedBy: trustee.id,
        grantedByName: n % 2 ? 'Tess' : 'tom',
        grantedAt: new Date(start - ((n + d) % 5) * 120 * dayMs),
        expiresAt: n % 3 ? new Date(start + ((n % 4) - 1) * dayMs) : null,
        autoRevokeDate: new Date(start + (((n * d) % 7) - 2) * dayMs),
        status: (['active', 'active', 'expired', 'revoked'] as const)[(n + d) % 4] ?? 'active',
      })),
    ),
  )
})
afterAll(() => app.stop())

const one = <T>(...all: T[]) => fc.option(fc.constantFrom(...all), { nil: undefined })
const queries = fc.record({
  view: fc.constantFrom(
    'all' as const,
    'active' as const,
    'expired' as const,
    'long-term' as const,
    'revoked' as const,
  ),
  status: one('active' as const, 'expired' as const, 'revoked' as const),
  accessLevel: one('view' as const, 'download' as const),
  userEmail: one('p1', 'mail2', 'zz'),
  client: one('quill', 'wattle', 'zz'),
  search: one('nguyen', 'deed', 'bob deed', 'nguyen will', 'p3 1', 'zz'),
  sort: fc.constantFrom(...accessSorts),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
  limit: fc.integer({ min: 1, max: 30 }),
})

test('whichever way a page of grants is read, it is the same', async () => {
  await fc.assert(
    fc.asyncProperty(queries, async (asked) => {
      await app.reading(trustee, async (ctx) => {
        const input = JSON.parse(JSON.stringify({ scope: 'handled', ...asked }))
        let query = endpoint.query.parse(input)
        for (let page = 0; page < 3; page++) {
          const since = lte(documentAccess.grantedAt, new Date(ctx.now.getTime() - 360 * dayMs))
          const conditions = conditionsOf(ctx, query, { longTerm: longTermGrant(ctx.now), since })
          const order = orderOf(ctx.now, query)
          const plain = await gathered(ctx, conditions, undefined, order, query.limit)
          const { few, placed } = await probe(ctx, conditions)
          const strict = await probe(ctx, conditions, { grants: 3, documents: 1, people: 2 })
          const walk = await walked(ctx, conditions, placed, order, query.limit)
          const same = (page: Page) =>
            expect(page.keys.map(({ id, sortKey }) => [id, order.carried(sortKey)])).toEqual(
              plain.keys.map(({ id, sortKey }) => [id, order.carried(sortKey)]),
            )
          same(walk)
          for (const condition of [few, strict.few])
            if (condition)
              expect(await gathered(ctx, conditions, condition, order, query.limit)).toEqual(plain)
          const short = await walked(ctx, conditions, placed, order, query.limit, { grants: 9, documents: 2 })
          const first = short.keys.map(({ id }) => id)
          if (short.partial) expect(plain.keys.map(({ id }) => id).slice(0, first.length)).toEqual(first)
          else same(short)
          const last = plain.keys.length > query.limit ? plain.keys[query.limit - 1] : undefined
          if (!last) return
          const cursor = toCursor([order.shape, order.carried(last.sortKey), last.id])
          query = endpoint.query.parse({ ...input, cursor })
        }
      })
    }),
    { numRuns: 60 },
  )
}, 120_000)
