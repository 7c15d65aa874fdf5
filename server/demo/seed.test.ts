import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayOf } from '@deedbox/contract/dates.ts'
import { requestStatuses } from '@deedbox/contract/request-terms.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCookieName, signToken } from '../src/kernel/context/session-cookie.ts'
import { parseConfig } from '../src/platform/config.ts'
import { type Running, start } from '../src/start.ts'
import { withNewDatabase } from '../src/testing/database.ts'
import { quickPasswords } from '../src/testing/passwords.ts'
import { clients } from './clients.ts'
import { emailOf } from './practice.ts'
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
    // One of them is evidence for a release, one for an inspection, two are instructions to name nominees, three are copies, one is the draft of another.
    active: documents - 5 + 8,
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

test('a release is under way, and one was vetoed', async () => {
  const { rows } = await running.services.database.query<{ how: string | null; begun: boolean }>(
    'select over_how as how, begins <= now() as begun from releases order by begun_at',
  )
  expect(rows).toEqual([
    { how: 'vetoed', begun: true },
    { how: null, begun: null },
  ])
  const behalf = await counted('select on_behalf_of as what, count(*)::int as n from nominations group by 1')
  expect(Object.fromEntries(behalf)).toEqual({ 'Frances Nakamura': 1, 'Gordon Petrov': 1 })
  const asked = await counted(
    'select (decided_at is not null)::text as what, count(*)::int as n from inspections group by 1',
  )
  expect(Object.fromEntries(asked)).toEqual({ true: 1, false: 1 })
})

test('eight matters and more are kept in full, and some clients have none yet', async () => {
  const { rows } = await running.services.database.query<Record<string, string | number>>(
    `select name, kind,
       (select count(*)::int from documents where matter_id = matters.id) as papers,
       (select count(*)::int from matter_roles where matter_id = matters.id) as roles,
       (select count(*)::int from due_dates where matter_id = matters.id) as dates,
       (select extract(year from age(max(executed_on::date), min(executed_on::date)))::int from documents where matter_id = matters.id) as years
     from matters where run_id is null`,
  )
  const kinds = rows.map(({ kind }) => kind)
  for (const [kind, many] of [
    ['family_trust', 2],
    ['estate', 2],
    ...['unit_trust', 'super_fund', 'company', 'person'].map((kind) => [kind, 1] as const),
  ] as const)
    expect(kinds.filter((one) => one === kind).length, kind).toBeGreaterThanOrEqual(many)
  for (const { name, papers, roles, dates } of rows) {
    expect(papers, `papers of ${name}`).toBeGreaterThan(1)
    expect(roles, `parties of ${name}`).toBeGreaterThan(3)
    expect(dates, `dates of ${name}`).toBeGreaterThan(0)
  }
  const overDecades = rows.filter(({ kind, years }) => kind === 'family_trust' && Number(years) >= 39)
  expect(overDecades.map(({ name }) => name).sort()).toEqual([
    'Castellano Family Trust',
    'Nakamura Family Trust',
  ])
})

test('matters were made of two clients in a run that can be undone, and others are still offered', async () => {
  const { rows } = await running.services.database.query(
    `select (select count(*)::int from matter_runs) as runs, (select count(*)::int from matters where run_id is not null) as made,
       (select count(distinct client_name) > 2 from documents where matter_id is null and client_name is not null) as offered`,
  )
  expect(rows).toEqual([{ runs: 1, made: 2, offered: true }])
})

test('dates fall due this month, and what has passed is done', async () => {
  const { database, config } = running.services
  const { rows } = await database.query(
    `select count(*) > 5 as many, count(*) filter (where due_on < $1::date and status = 'open') as late,
       count(*) filter (where due_on >= $1::date and status = 'open') > 1 as open
     from due_dates where date_trunc('month', due_on) = date_trunc('month', $1::date)`,
    [dayOf(new Date(), config.timeZone)],
  )
  expect(rows).toEqual([{ many: true, late: 0, open: true }])
})

test('the Org Admin of another firm has a matter, with dates that fall due', async () => {
  const { rows } = await running.services.database.query(
    `select m.name, (select count(*) > 1 from due_dates d where d.matter_id = m.id and d.status = 'open') as due
     from matters m join organizations o on o.id = m.organization_id join profiles p on p.organization_id = o.id
     where p.email = 'orgadmin@deedbox.example'`,
  )
  expect(rows).toEqual([{ name: 'Petrov Family Trust', due: true }])
})

test('eight matters have packets of originals, one out and one overdue', async () => {
  const { services } = running
  const { rows } = await services.database.query(
    `select count(*)::int as packets, count(*) filter (where m.kind = 'out')::int as out,
       count(*) filter (where m.expected_on < $1::date)::int as overdue
     from packets p join movements m on m.id = p.standing_id`,
    [dayOf(new Date(), services.config.timeZone)],
  )
  expect(rows).toEqual([{ packets: 8, out: 2, overdue: 1 }])
})

test('a stock-take is half done', async () => {
  const { rows } = await running.services.database.query(
    `select t.ended_at, count(s.id)::int as scanned from stock_takes t join stock_take_scans s on s.stock_take_id = t.id group by t.id`,
  )
  expect(rows).toEqual([{ ended_at: null, scanned: 2 }])
})

test('there are a verified copy, one that was withdrawn, and a certified one that rests on a sighting', async () => {
  const { rows } = await running.services.database.query(
    `select c.kind, c.withdrawn_at is not null as withdrawn, c.capacity, m.kind as entry, m.by_id = c.made_by as same
     from copies c left join movements m on m.id = c.sighting_id order by c.made_at`,
  )
  const verified = { kind: 'verified', capacity: null, entry: null, same: null }
  expect(rows).toEqual([
    { ...verified, withdrawn: false },
    { ...verified, withdrawn: true },
    { kind: 'certified', withdrawn: false, capacity: 'legal_practitioner', entry: 'sighted', same: true },
  ])
})

test('a trustee has left, and others answer for everything that was theirs', async () => {
  const { rows } = await running.services.database.query<Record<string, string | number>>(
    `select p.name, (select count(*)::int from documents where owner_id = p.user_id) as documents,
       (select count(*)::int from matters where responsible_id = p.user_id) as matters,
       (select count(*)::int from packets k join movements m on m.id = k.standing_id where m.holder_id = p.user_id) as packets,
       (select count(*)::int from document_access where granted_by = p.user_id and status = 'active') as grants,
       (select count(*)::int from due_date_people d join due_dates u on u.id = d.due_date_id where d.user_id = p.user_id and u.status = 'open') as dates
     from profiles p where role = 'trustee' and deactivated_at is not null`,
  )
  const nothing = { documents: 0, matters: 0, packets: 0, grants: 0, dates: 0 }
  expect(rows).toEqual([{ name: 'Ellis Hargreaves', ...nothing }])
  const handed = await counted(
    `select event as what, count(*)::int as n from audit_events
     where event like '%handed_over' or details->>'kind' = 'taken over' group by 1`,
  )
  expect([...handed.keys()]).toEqual(expect.arrayContaining(['access_handed_over', 'matter_packet_entry']))
})

test('two matters show what does not fit together, and the others do', async () => {
  const { app, services } = running
  const { rows } = await services.database.query<{ id: string; name: string }>('select id, name from matters')
  const { rows: sessions } = await services.database.query<{ token: string }>(
    'select token from sessions join profiles on profiles.user_id = sessions.user_id where email = $1',
    [emailOf('trustee')],
  )
  const cookie = `${sessionCookieName(false)}=${signToken(sessions[0]?.token ?? '', services.auth.secret)}`
  const found: string[] = []
  for (const { id, name } of rows) {
    const answer = await app.inject({
      url: `/api/matters/${id}/roles`,
      headers: { host: 'localhost', cookie },
    })
    for (const { kind } of answer.json().findings) found.push(`${name}: ${kind}`)
  }
  expect(found.sort()).toEqual(['Castellano Family Trust: power', 'Estate of Arthur Taylor: wills'])
})

test('two clients have died, access rests on a power, and an identity check falls due', async () => {
  const { database, config } = running.services
  const { rows: deaths } = await database.query(
    `select name, seen_at is not null as seen, document_id is not null as proved, died_on < $1::date as past
     from party_deaths d join parties p on p.id = d.party_id order by name`,
    [dayOf(new Date(), config.timeZone)],
  )
  expect(deaths).toEqual([
    { name: 'Arthur Taylor', seen: false, proved: true, past: true },
    { name: 'Harold Beaumont', seen: true, proved: true, past: true },
  ])
  const { rows: resting } = await database.query(
    `select p.name, a.status from grant_powers g join parties p on p.id = g.party_id join document_access a on a.id = g.grant_id`,
  )
  expect(resting).toEqual([{ name: 'Frances Nakamura', status: 'active' }])
  const { rows: due } = await database.query(
    `select c.name, d.status, d.due_on - $1::date as days from identity_checks i join parties c on c.id = i.party_id join due_dates d on d.identity_check_id = i.id`,
    [dayOf(new Date(), config.timeZone)],
  )
  expect(due).toEqual([{ name: 'Frances Nakamura', status: 'open', days: 8 }])
})

test('a matter is shared with its later documents', async () => {
  const { rows } = await running.services.database.query<{ later: boolean; n: number }>(
    `select later, count(a.id)::int as n from matter_shares s left join document_access a on a.matter_share_id = s.id and a.status = 'active' group by s.id`,
  )
  expect(rows).toMatchObject([{ later: true, n: expect.any(Number) }])
  expect(rows[0]?.n).toBeGreaterThan(1)
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
  // Evidence for a release and for an inspection, two instructions, three copies and a draft are more.
  expect(rows).toEqual([{ titles: documents + 8, past: true }])
})

test('a signed deed is the version after its draft, in the same matter', async () => {
  const { rows } = await running.services.database.query(
    `select d.superseded, d.executed_on is not null as signed, v.number, d.matter_id is not null as kept
     from document_versions v join documents d on d.id = v.document_id order by v.number`,
  )
  expect(rows).toEqual([
    { superseded: true, signed: false, number: 1, kept: true },
    { superseded: false, signed: true, number: 2, kept: true },
  ])
})

test('every client has several documents, and the history goes back two years', async () => {
  const { rows } = await running.services.database.query<{ fewest: number; days: number }>(
    `select min(n)::int as fewest, (select extract(day from now() - min(at))::int from audit_events) as days
     from (select count(*) as n from documents where client_name is not null group by client_name) as of_clients`,
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
