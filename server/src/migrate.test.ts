import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrateAsOwner } from './migrate.ts'
import { parseConfig } from './platform/config.ts'
import { events, upload } from './sharing/grants/sample.testing.ts'
import { start } from './start.ts'
import { startTestApp, type TestApp } from './testing/app.ts'
import { createDatabase } from './testing/postgres.ts'

const migrations = join(import.meta.dirname, '..', 'drizzle')

test('a role that does everything is the owner of the audit trail, and health says so', async () => {
  const app = await startTestApp()
  expect((await app.call(null, 'GET', '/api/health')).json()).toMatchObject({
    status: 'ok',
    auditTrail: 'owner',
  })
  await app.stop()
})

describe.runIf(inject('postgresUrl') !== '')('a server under a role of its own', () => {
  const id = randomUUID().slice(0, 8)
  const [owner, server] = [`owner_${id}`, `server "${id}"`]
  const dataDir = join(tmpdir(), `deedbox-migrate-${id}`)
  let urls: { owner: string; server: string }
  let app: TestApp

  beforeAll(async () => {
    const url = await createDatabase(new URL('/template1', inject('postgresUrl')).href)
    const as = (user: string) => Object.assign(new URL(url), { username: encodeURIComponent(user) }).href
    urls = { owner: as(owner), server: as(server) }
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query(`create role ${owner} login; create role "${server.replaceAll('"', '""')}" login`)
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} owner to ${owner}`)
    await admin.end()
  })
  afterAll(async () => {
    await app?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const roles = () => ({ MIGRATE_DATABASE_URL: urls.owner, DATABASE_URL: urls.server })

  test('says what to run while the database is not up to date', async () => {
    const config = parseConfig({ DATABASE_URL: urls.server, DATA_DIR: dataDir, PORT: '0' })
    const starting = start({ config, logger: pino({ level: 'silent' }), migrations, listen: false })
    await expect(starting).rejects.toThrow(
      'Run npm run migrate (or deedbox migrate) with the owner in MIGRATE_DATABASE_URL',
    )
  })

  test('works once the owner has migrated, and health says that the trail is protected', async () => {
    expect(await migrateAsOwner(roles(), migrations)).toMatch(
      /1 migration applied.*cannot change the audit trail/,
    )
    app = await startTestApp({ DATABASE_URL: urls.server })
    const trustee = await app.person('trustee')
    const guest = await app.person('guest')
    const { id: documentId } = await upload(app, trustee)
    const shared = await app.call(trustee, 'POST', `/api/documents/${documentId}/access`, {
      email: guest.email,
    })
    expect(shared.json()).toMatchObject({ emailSent: true })
    expect((await app.call(guest, 'GET', `/api/documents/${documentId}/content`)).statusCode).toBe(200)
    await app.services.database.query(
      `insert into audit_events (at, event, notes) values (now() - interval '8 years', 'document_confirmed', 'Told')`,
    )
    await app.services.log.catchUp()
    // Jobs that run by a schedule.
    const { rows } = await app.services.database.query<{ name: string }>('select name from pgboss.schedule')
    await app.services.database.db.transaction(async (tx) => {
      for (const { name } of rows) await app.services.jobs.send(tx, name, {})
    })
    await app.services.jobs.runDue()
    const failed = await app.services.database.query(
      "select name, output from pgboss.job where state in ('retry', 'failed')",
    )
    expect(failed.rows).toEqual([])
    const old = await app.services.database.query(
      `select notes from audit_events where at < now() - interval '7 years'`,
    )
    expect(old.rows).toEqual([{ notes: null }])
    expect(await events(app, documentId)).toContain('document_downloaded')
    expect((await app.call(null, 'GET', '/api/health')).json()).toMatchObject({
      status: 'ok',
      auditTrail: 'protected',
    })
  })

  test.each([
    'alter table audit_events disable trigger all',
    'drop trigger audit_events_append_only on audit_events',
    'create or replace function audit_events_refuse() returns trigger language plpgsql as $$ begin return null; end $$',
    'create trigger mine before insert on audit_events for each row execute function audit_events_refuse()',
    "update audit_events set event = 'nothing'",
    `select forget_events(7, '[{"id": 1, "details": null, "fields": [], "disclosures": []}]')`,
    "update share_activity set notes = 'nothing'",
    'delete from audit_events',
    'truncate audit_events',
    'drop table audit_events cascade',
    'alter table audit_events owner to current_user',
    `set role ${owner}`,
    "set session_replication_role = 'replica'",
    'create table mine (n int)',
  ])('cannot: %s', async (statement) => {
    await expect(app.services.database.exec(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('stays so when the owner migrates again, and a role that is the owner itself is refused', async () => {
    expect(await migrateAsOwner(roles(), migrations)).toContain('0 migrations applied')
    const same = { MIGRATE_DATABASE_URL: urls.owner, DATABASE_URL: urls.owner }
    await expect(migrateAsOwner(same, migrations)).rejects.toThrow(
      'give DATABASE_URL a role with fewer rights',
    )
    expect(await migrateAsOwner({ DATABASE_URL: urls.owner }, migrations)).toBe(
      'The database is up to date (0 migrations applied).',
    )
    await expect(migrateAsOwner({}, migrations)).rejects.toThrow('MIGRATE_DATABASE_URL is needed')
  })
})
