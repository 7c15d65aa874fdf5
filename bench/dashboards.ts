import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inTurn, type Line, median } from './report.ts'
import { type Seeded, type Size, seed } from './seed.ts'
import { deedbox, type Server } from './server.ts'

const small: Size = { documents: 1_000, grantsEach: 5 }
const large: Size = { documents: 100_000, grantsEach: 5 }
const REQUESTS = 20

/**
 * Ends in the past and within two years (none so near that notices would go out meanwhile), some accesses of more than a year, two
 * readings of each document, and a request on each 200th.
 */
const history = `
  update document_access set
    granted_at = now() - interval '1 day' * (id_no % 500),
    expires_at = now() + interval '1 day' * (id_no % 700 - case when id_no % 700 <= 60 then 61 else 50 end),
    auto_revoke_date = now() + interval '700 days',
    status = case when id_no % 700 <= 60 then 'expired' else status end
  from (select id as of, row_number() over (order by id) as id_no from document_access where status = 'active') numbered where id = of;
  insert into audit_events (at, event, actor_email, document_id)
  select now() - interval '1 hour' * (n % 1440), case n % 3 when 0 then 'document_downloaded' else 'document_viewed' end,
    'rex@practice.example', id
  from (select id, row_number() over (order by id) as n from documents) d cross join generate_series(1, 2);
  insert into access_requests (document_id, document_name, requester_id, requester_email, requester_name, created_at)
  select id, title, $2, 'rex@practice.example', 'Rex Requestor', now() - interval '1 minute' * n
  from (select id, title, row_number() over (order by id) as n from documents) d where n % 200 = 0;`

/** Measures milliseconds until the whole answer is there; the median of some requests, one after the other. */
async function answerTime({ url }: Server, { trustee }: Seeded, path: string): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < REQUESTS; count++) {
    const began = performance.now()
    const answer = await fetch(`${url}/api/${path}`, { headers: trustee })
    const { statistics, groups } = (await answer.json()) as {
      statistics?: { documents: number }
      groups?: unknown[]
    }
    times.push(performance.now() - began)
    if (!(statistics?.documents || groups?.length)) throw new Error('the dashboard is empty')
  }
  return median(times)
}

/** Measures the trustee dashboard's data with 100,000 documents and 500,000 grants, beside the same with 1,000 documents. */
export async function measureDashboard(
  createDatabase: () => Promise<string>,
  home: string,
  rounds: number,
): Promise<Line[]> {
  const running: { server: Server; seeded: Seeded }[] = []
  for (const size of [small, large]) {
    const dataDir = join(home, `dashboard-${size.documents}`)
    mkdirSync(dataDir)
    const databaseUrl = await createDatabase()
    const seeded = await seed({ dataDir, databaseUrl }, size, history)
    running.push({ seeded, server: await deedbox({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }) })
  }
  const [few, many] = running
  if (!few || !many) throw new Error('two servers are needed')
  const lines: Line[] = []
  for (const [what, path, target] of [
    ['trustee dashboard', 'dashboard/trustee', { atMost: 3 }],
    ['trustee dashboard of half of the documents', 'dashboard/trustee?documentType=trust_deed', undefined],
    ['what waits for a trustee today', 'waiting/today', undefined],
  ] as const) {
    const figures = await inTurn(
      rounds,
      () => answerTime(few.server, few.seeded, path),
      () => answerTime(many.server, many.seeded, path),
    )
    lines.push({
      what: `${what}, 100,000 documents beside 1,000, PostgreSQL`,
      unit: 'ms',
      ...figures,
      target,
    })
  }
  for (const { server } of running) await server.stop()
  return lines
}
