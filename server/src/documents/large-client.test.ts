import { documentSorts } from '@deedbox/contract/document-terms.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/app.ts'

/* So many documents take the embedded database, which is PostgreSQL too, a minute. */
const skipped = !inject('postgresUrl')
let app: TestApp
let trustee: Person

/** More documents than are read and sorted in any order, and others between them. */
const theirs = 15_100
const others = 400

beforeAll(async () => {
  if (skipped) return
  app = await startTestApp()
  trustee = await app.person('trustee')
  await app.services.database.query(
    `insert into documents (title, created_at, expiry_date, file_name, file_path, file_size, file_type, sha256, owner_id, owner_name,
       owner_email, client_name, master_key_id, type, status)
     select case n % 3 when 0 then 'Birch ' else 'Cedar ' end || h, $1::timestamptz - n / 2 * interval '1 minute',
       case n % 4 when 0 then '2027-01-01'::date + h % 900 end, 'a.pdf', 'large/' || n, h % 5000, 'application/pdf', '', $2,
       case n % 5 when 0 then 'Uma' else 'Tess' end, 'tess@mail.example',
       case when n > ${theirs} then 'Somebody else' when n % 2 = 0 then 'Pérpetual Estates' else 'perpetual estates' end, '',
       case n % 7 when 0 then 'other' else 'trust_deed' end,
       case n % 11 when 0 then 'archived' when 1 then 'pending' else 'active' end
     from generate_series(1, ${theirs + others}) n, lateral (select hashint4(n) & 65535 as h) spread`,
    [new Date('2026-01-01').toISOString(), trustee.id],
  )
  await app.services.database.exec('analyze documents; analyze clients')
}, 120_000)
afterAll(() => app?.stop())

const keys: Record<(typeof documentSorts)[number], string> = {
  uploadedAt: 'created_at',
  title: 'lower(title)',
  expiryDate: `coalesce(expiry_date, 'infinity')`,
  clientName: 'lower(client_name)',
  ownerName: 'lower(owner_name)',
  fileSize: 'file_size',
  type: 'type',
  status: 'status',
}

test.skipIf(skipped)(
  'the list of a very large client has its documents in any order, with a search or a filter too',
  async () => {
    const filters = [
      ['', 'true'],
      ['&search=birch', `search_text like '%birch%'`],
      ['&search=birch+99', `search_text like '%birch%' and search_text like '%99%'`],
      ['&status=pending&documentType=other', `status = 'pending' and type = 'other'`],
    ] as const
    for (const [query, which] of filters)
      for (const sort of documentSorts)
        for (const direction of ['asc', 'desc']) {
          const { rows } = await app.services.database.query<{ id: string; n: number }>(
            `select id, (count(*) over ())::int as n from documents where lower(client_name) in ('perpetual estates', 'pérpetual estates')
             and ${query.includes('status') ? 'true' : `status <> 'archived'`} and ${which}
           order by ${keys[sort]} ${direction}, id ${direction} limit 200`,
          )
          const found: string[] = []
          let cursor = ''
          for (let page = 0; page < 2; page++) {
            type Page = {
              documents: { id: string }[]
              total: number
              totalIsMore: boolean
              nextCursor: string | null
            }
            const answer = await app.call(
              trustee,
              'GET',
              `/api/documents?client=Perpetual+Estates&limit=100&sort=${sort}&direction=${direction}${query}${cursor}`,
            )
            const { documents, total, totalIsMore, nextCursor } = answer.json<Page>()
            found.push(...documents.map(({ id }) => id))
            // Of so many it may be known only that there are more than so many.
            const all = rows[0]?.n ?? 0
            expect(
              [total <= all, totalIsMore || total === all],
              `${query} ${sort} ${total} of ${all}`,
            ).toEqual([true, true])
            if (!nextCursor) break
            cursor = `&cursor=${encodeURIComponent(nextCursor)}`
          }
          expect(found, `${query} ${sort} ${direction}`).toEqual(rows.map(({ id }) => id))
        }
  },
  120_000,
)
