import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestStatuses } from '@deedbox/contract/request-terms.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../src/platform/config.ts'
import { type Running, start } from '../src/start.ts'
import { withNewDatabase } from '../src/testing/database.ts'
import { quickPasswords } from '../src/testing/passwords.ts'
import { clients } from './clients.ts'
import { seed } from './seed.ts'

const documents = clients.flatMap(({ papers }) => papers).length

let dataDir: string
let running: Running
beforeAll(async () => {
  dataDir = withNewDatabase(await mkdtemp(join(tmpdir(), 'deedbox-seed-')))
  running = await start({
    config: parseConfig({ DATA_DIR: dataDir }),
    logger: pino({ level: 'silent' }),
    migrations: join(import.meta.dirname, '../drizzle'),
    listen: false,
    checkAnswers: true,
    passwords: quickPasswords,
  })
  await seed(running)
})
afterAll(async () => {
  await running?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const counted = async (text: string) => {
  const { rows } = await running.services.database.query<{ what: string; n: number }>(text)
  return new Map(rows.map(({ what, n }) => [what, n]))
}

test('the practice has documents, grants, requests and owner requests in every state', async () => {
  const of = (table: string) => counted(`select status as what, count(*)::int as n from ${table} group by 1`)
  expect(Object.fromEntries(await of('documents'))).toEqual({
    active: documents - 5,
    pending: 3,
    archived: 2,
  })
  expect([...(await of('document_access')).keys()].sort()).toEqual(['active', 'expired', 'revoked'])
  expect([...(await of('access_requests')).keys()].sort()).toEqual([...requestStatuses].sort())
  expect([...(await of('owner_contact_requests')).keys()].sort()).toEqual(['claimed', 'fulfilled', 'pending'])
  const answered = await counted(
    'select (answered_at is not null)::text as what, count(*)::int as n from enquiries group by 1',
  )
  expect(Object.fromEntries(answered)).toEqual({ true: 2, false: 2 })
  expect((await of('mail_messages')).get('failed')).toBe(4)
  expect((await of('mail_messages')).get('waiting')).toBeUndefined()
})

test('matters hold documents of the practice, and some clients have none yet', async () => {
  const { rows } = await running.services.database.query<{ name: string; n: number }>(
    'select matters.name, count(documents.id)::int as n from matters left join documents on documents.matter_id = matters.id group by matters.id',
  )
  expect(rows.map(({ name }) => name)).toContain('Estate of Arthur Taylor')
  expect(rows.length).toBeGreaterThanOrEqual(4)
  for (const { name, n } of rows) expect(n, name).toBeGreaterThan(1)
})

test('family trusts and an estate have parties, by instruments', async () => {
  const { rows } = await running.services.database.query<{ kind: string; n: number; papers: number }>(
    `select matters.kind, count(*)::int as n, count(from_document)::int as papers
     from matter_roles join matters on matters.id = matter_id group by 1 order by 1`,
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['estate', 'family_trust'])
  for (const { n, papers } of rows) expect(papers).toBeGreaterThan(n / 2)
})

test('the health has a history of a month', async () => {
  const { rows } = await running.services.database.query<{ days: number }>(
    `select extract(day from max(at) - min(at))::int as days from health_samples`,
  )
  expect(rows[0]?.days).toBeGreaterThanOrEqual(29)
})

test('two organisations have all their details, and one is deactivated', async () => {
  const { rows } = await running.services.database.query(
    `select count(*)::int as n, count(deactivated_at)::int as deactivated from organizations
     where abn is not null and acn is not null and postal_code <> '' and contact_phone like '+61%'`,
  )
  expect(rows).toEqual([{ n: 3, deactivated: 1 }])
})

test('each title belongs to one document, and nothing is in the future', async () => {
  const { database, clock } = running.services
  expect(clock.shiftMs).toBe(0)
  const { rows } = await database.query(
    'select (select count(distinct title)::int from documents) as titles, (select max(at) <= now() from audit_events) as past',
  )
  expect(rows).toEqual([{ titles: documents, past: true }])
})

test('every client has several documents, and the history goes back two years', async () => {
  const { rows } = await running.services.database.query<{ fewest: number; days: number }>(
    `select min(n)::int as fewest, (select extract(day from now() - min(at))::int from audit_events) as days
     from (select count(*) as n from documents group by client_name) as of_clients`,
  )
  expect(rows[0]?.fewest).toBeGreaterThan(2)
  expect(rows[0]?.days).toBeGreaterThan(700)
})

test('the audit trail is in chronological order', async () => {
  const { rows } = await running.services.database.query(
    `select id from (select id, at, lag(at) over (order by id) as before from audit_events where event <> 'log_begun') a where at < before`,
  )
  expect(rows).toEqual([])
})

test('the figures match the rows', async () => {
  const grants = await counted(
    `select case when granted_at < now() - interval '360 days' then 'long' else 'short' end as what, count(*)::int as n
     from document_access where status = 'active' group by 1`,
  )
  expect(grants.get('long')).toBeGreaterThan(2)
  const soon = await counted(
    `select 'soon' as what, count(*)::int as n from document_access
     where status = 'active' and expires_at is null and auto_revoke_date < now() + interval '90 days'`,
  )
  expect(soon.get('soon')).toBeGreaterThan(0)
  const pending = await counted(
    `select case when extension_type is null then 'new' else 'extension' end as what, count(*)::int as n
     from access_requests where status = 'pending' group by 1`,
  )
  expect(pending.get('new')).toBe(8)
  expect(pending.get('extension')).toBe(2)
})
