import { and, isNull, like, not, type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowOf } from '../access/sample.testing.ts'
import type { ReadCtx } from '../context/context.ts'
import { run } from '../db/named.ts'
import { documents } from '../db/tables/documents.ts'
import { anywhere, wordsOf } from '../platform/search.ts'
import { type Person, startTestApp, type TestApp } from '../testing/app.ts'
import { inClients } from './in-clients.ts'

let app: TestApp
let trustee: Person
const names = [
  'Harbour 7',
  'harbour 70',
  'Old Harbour',
  'Härbour/Lowe',
  'Lowe & Sons',
  'LOWE',
  'Zoë',
  'Ａ wide',
  '',
  null,
]
const titles = ['Deed', 'Deed of Lowe', 'Harbour lease', 'Will']

/** Names of clients that are parts of each other or spelt alike, some of which are in titles too. */
beforeAll(async () => {
  app = await startTestApp()
  trustee = await app.person('trustee', { name: 'Tess' })
  await app.services.database.db.insert(documents).values(
    Array.from({ length: 60 }, (_, n) =>
      rowOf(trustee, {
        title: titles[n % 11] ?? 'Deed',
        ownerName: 'Tess',
        clientName: names[n % names.length] ?? null,
        deletedAt: n % 17 === 5 ? new Date() : null,
      }),
    ),
  )
})
afterAll(() => app.stop())

test('what is known of a search leaves no document out that it finds', async () => {
  const words = fc.array(
    fc.constantFrom('harbour', 'lowe', 'deed', 'zoe', 'will', 'old', 'harb', 'sons', 'zzz', 'wide'),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  const bounds = fc.record({
    elsewhere: fc.constantFrom(0, 3, 100),
    clients: fc.constantFrom(0, 1, 2, 100),
    documents: fc.constantFrom(0, 5, 100),
    sample: fc.constantFrom(0, 4, 100),
  })
  const ways = new Set<string>()
  const found = async (ctx: ReadCtx, where: SQL | undefined) =>
    (await run<{ id: string }>(ctx, sql`select id from ${documents} where ${where}`, { prepared: false }))
      .length
  await fc.assert(
    fc.asyncProperty(words, bounds, async (asked, most) => {
      await app.reading(trustee, async (ctx) => {
        const search = asked.join(' ')
        const known = await inClients(ctx, search, most)
        ways.add(known?.few ? 'few' : known?.names ? 'names' : 'none')
        if (!known) return
        const fits = and(
          isNull(documents.deletedAt),
          ...wordsOf(search).map((word) => like(documents.searchText, anywhere(word))),
        )
        if (known.few) expect(await found(ctx, and(fits, not(known.few)))).toBe(0)
        if (!known.names) return
        const { first, last } = known.names
        const key = sql`lower(coalesce(${documents.clientName}, ''))`
        const outside = sql`(${key} < ${first} or ${key} > ${last})`
        expect(await found(ctx, and(fits, outside, not(known.others)))).toBe(0)
      })
    }),
    { numRuns: 150 },
  )
  expect([...ways].sort()).toEqual(['few', 'names', 'none'])
}, 60_000)

test('a client at the far end of the order of clients is found in its place, with others that have the word', async () => {
  const insert = (from: number, to: number, client: string, title = `'Deed'`) =>
    app.services.database.query(
      `insert into documents (title, created_at, file_name, file_path, file_size, file_type, sha256, owner_id, owner_name, owner_email,
        client_name, master_key_id)
      select ${title}, now(), 'a.pdf', 'far/' || n, n, 'application/pdf', '', $1, 'Tess', 'tess@mail.example', ${client}, ''
      from generate_series(${from}, ${to}) n`,
      [trustee.id],
    )
  await insert(1, 2100, `'Client ' || lpad(n::text, 5, '0')`)
  await insert(2101, 2700, `'Wharf ' || n`)
  await insert(2701, 2701, `'Client 0'`, `'About a wharf'`)
  await insert(2702, 2702, `'Client Wharf'`)
  await insert(2703, 2703, `'Ålesund Wharf'`)
  await app.services.database.exec('analyze documents; analyze clients')
  const list = async (query: string) => {
    type Page = { documents: { clientName: string }[]; nextCursor: string | null }
    const answer = await app.call(
      trustee,
      'GET',
      `/api/documents?search=wharf&sort=clientName&limit=5&${query}`,
    )
    const page = answer.json<Page>()
    return { names: page.documents.map(({ clientName }) => clientName), cursor: page.nextCursor ?? '' }
  }
  const { rows } = await app.services.database.query<{ name: string }>(
    `select client_name as name from documents where search_text like '%wharf%' order by lower(coalesce(client_name, '')), id`,
  )
  const all = rows.map(({ name }) => name)
  expect(all.length).toBe(603)
  const first = await list('direction=asc')
  expect(first.names).toEqual(all.slice(0, 5))
  const second = await list(`direction=asc&cursor=${encodeURIComponent(first.cursor)}`)
  expect(second.names).toEqual(all.slice(5, 10))
  expect((await list('direction=desc')).names).toEqual(all.reverse().slice(0, 5))
  expect((await list('direction=asc&status=pending')).names).toEqual([])
}, 60_000)
