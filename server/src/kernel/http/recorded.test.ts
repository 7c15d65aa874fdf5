import { type EndpointKey, endpoints } from '@deedbox/contract/endpoints.ts'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as schema from '../../db/tables/index.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/app.ts'
import { makeThings, send } from './samples.testing.ts'

/** Tables whose rows may change without an event, with why. */
const unrecorded: Record<string, string> = {
  address_attempts: 'counts tries',
  login_attempts: 'counts tries',
  rate_counts: 'counts calls',
  job_runs: 'when jobs ran',
  mail_messages: 'what becomes of a mail',
  announcements: 'how many were sent',
  factors: 'a factor that is begun, until its first code',
  verifications: 'codes and challenges that were sent',
  sessions: 'when a session was last used; its begin and end are events',
  refresh_tokens: 'tokens of a session',
  uploads: 'pieces of a file, until it is a document',
  content_digests: 'where content lies',
  content_paths: 'where content lies',
  log_leaves: 'the log of the events',
  log_nodes: 'the log of the events',
  log_waiting: 'the log of the events',
  log_checkpoints: 'the log of the events',
  log_disclosures: 'the log of the events',
  tallies: 'counted from other rows',
  document_sums: 'counted from other rows',
  document_tallies: 'counted from other rows',
  clients: 'made from other rows',
  recipients: 'made from other rows',
}

const tables = Object.values(schema)
  .flatMap((one) => (is(one, PgTable) ? [getTableName(one)] : []))
  .filter((name) => !(name in unrecorded))

/** Calls whose jobs go on after the answer. */
const last: EndpointKey[] = ['POST /api/announcements', 'POST /api/keys/rotation']
const rank = (key: EndpointKey) => (last.includes(key) ? 2 : Number(key.startsWith('DELETE')))
const changing = (Object.keys(endpoints) as EndpointKey[])
  .filter((key) => !key.startsWith('GET'))
  .sort((a, b) => rank(a) - rank(b))

let app: TestApp
let people: Person[]
beforeAll(async () => {
  app = await startTestApp()
  const { admin, owner } = await makeThings(app)
  people = [admin, owner]
})
afterAll(() => app.stop())

/** Reads the number of rows of each table, and the transactions that wrote them. */
async function look() {
  const selects = tables.map(
    (name) =>
      `select '${name}' as name, count(*)::int as n, array_agg(distinct xmin::text) as writers from ${name}`,
  )
  const { rows } = await app.services.database.query<{ name: string; n: number; writers: string[] | null }>(
    selects.join(' union all '),
  )
  return new Map(rows.map(({ name, n, writers }) => [name, { n, writers: writers ?? [] }]))
}
type Seen = Awaited<ReturnType<typeof look>>

/** Lists what changed without an event in the same transaction; of rows that went, without any event. */
function unrecordedChanges(before: Seen, after: Seen): string[] {
  const fresh = (name: string) => {
    const known = new Set(before.get(name)?.writers)
    return (after.get(name)?.writers ?? []).filter((writer) => !known.has(writer))
  }
  const recorded = fresh('audit_events')
  return tables.filter(
    (name) =>
      fresh(name).some((writer) => !recorded.includes(writer)) ||
      ((after.get(name)?.n ?? 0) < (before.get(name)?.n ?? 0) && recorded.length === 0),
  )
}

test('whatever a call changes, an event says so in the same transaction', async () => {
  const silent: string[] = []
  let recorded = 0
  let before = await look()
  for (const key of changing)
    for (const person of people) {
      const answer = await send(app, key, person)
      const after = await look()
      const changed = unrecordedChanges(before, after)
      if (changed.length > 0) silent.push(`${key}, ${answer.statusCode}: ${changed}`)
      if ((after.get('audit_events')?.n ?? 0) > (before.get('audit_events')?.n ?? 0)) recorded += 1
      before = after
    }
  expect(silent).toEqual([])
  expect(recorded).toBeGreaterThan(50)
})
