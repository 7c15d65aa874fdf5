import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { migrations } from '../home.ts'
import { startPostgres } from '../testing/postgres.ts'
import { before } from './adopt.ts'
import { type Database, openDatabase } from './client.ts'
import { migrate } from './migrate.ts'

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'deedbox-adopt-'))
const postgres = await startPostgres()
afterAll(async () => {
  await postgres?.stop()
  fs.rmSync(home, { recursive: true, force: true })
})

/** Reads everything that makes up the schema, in lines that can be compared. */
async function schemaOf({ query }: Database): Promise<unknown[]> {
  const { rows } = await query(`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prolang <> 13 and probin is null
    union all select pg_get_statisticsobjdef(oid) from pg_statistic_ext
    union all select relname || ' ' || relpersistence::text from pg_class where relnamespace = 'public'::regnamespace
    order by 1`)
  return rows
}

const recorded = async ({ query }: Database) =>
  (
    await query<{ made: number; hash: string }>(
      'select created_at as made, hash from drizzle.__drizzle_migrations order by 1',
    )
  ).rows

/** Records these migrations instead of those that the database has. */
const stand = ({ exec }: Database, made: number[]) =>
  exec(`delete from drizzle.__drizzle_migrations;
    ${made.map((when) => `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of before', ${when});`).join('\n')}`)

const will = '0b0e1c52-7a34-4d3c-9a57-000000000001'
/** Makes again what adoption changes, as it was before: `details` of unfinished uploads was a column each, documents had no reference, nominations no client, and reviews went by type. */
const asBefore = ({ exec }: Database) =>
  exec(`set session_replication_role = replica;
    alter table uploads drop column details, add column title text not null, add column type text not null,
      add column client_name text, add column expiry_date date;
    insert into uploads (id, owner_id, file_name, file_type, file_size, title, type, client_name, expiry_date, master_key_id, created_at, changed_at)
      values (gen_random_uuid(), gen_random_uuid(), 'a.txt', 'text/plain', 1, 'A deed', 'trust_deed', null, '2031-07-01', 'k', now(), now());
    alter table documents drop column search_text, drop column reference;
    alter table documents add column search_text text not null generated always as (deedbox_fold(title || file_name)) stored;
    create index documents_search on documents using gin (search_text gin_trgm_ops);
    create index documents_search_spread on documents using gin (regexp_replace(search_text, '(.)', '\\1x', 'g') gin_trgm_ops);
    create index documents_letters on documents using gin (string_to_array(search_text, null));
    create index documents_search_apart on documents using gin (deedbox_fold(title || file_name) gin_trgm_ops);
    delete from nominations;
    alter table nominations drop column on_behalf_of;
    insert into documents (id, title, file_name, file_path, file_type, file_size, owner_id, owner_email, owner_name, client_name, created_at, sha256, master_key_id)
      values ('${will}', 'A will', 'a.txt', 'a', 'text/plain', 1, gen_random_uuid(), 'o', 'O', 'Edna Quill', now(), '', 'k');
    insert into nominations (document_id, instruction_id, how, wait_days, access_level, lasts_days, evidence, needs_agreement, absences, created_at, created_by, created_by_name, updated_at)
      select '${will}', instruction, 'order', 1, 'view', 1, '', false, '[]', now(), gen_random_uuid(), 'O', now() from (values ('${will}'::uuid), (null)) t(instruction);
    update settings set "values" = '{"reviewYears": {"trust_deed": 10, "other": null}}';
    set session_replication_role = default`)

/** Times when the migrations before 0.1.0 were made: only their number and the last of them count. */
const all = Array.from({ length: before.count }, (_, n) => before.newest - (before.count - 1 - n) * 1000)

test('a database at the last state before 0.1.0 is adopted, at an earlier one refused', async () => {
  const databaseUrl = await postgres?.createDatabase()
  const database = await openDatabase({ databaseUrl, dataDir: home, logger: pino({ level: 'silent' }) })
  try {
    expect(await migrate(database, migrations)).toBeGreaterThan(0)
    await database.exec("insert into organizations (name, created_at) values ('Kept', now())")
    const [current, schema] = [await recorded(database), await schemaOf(database)]
    expect(schema.length).toBeGreaterThan(300)
    const unchanged = async () => {
      expect(await schemaOf(database)).toEqual(schema)
      expect((await database.query('select name from organizations')).rows).toEqual([{ name: 'Kept' }])
    }

    for (const made of [all, current.slice(0, 1).map((one) => one.made)]) {
      await stand(database, made)
      if (made === all) await asBefore(database)
      expect(await migrate(database, migrations)).toBe(current.length)
      expect(await recorded(database)).toEqual(current)
      await unchanged()
      expect((await database.query('select details from uploads')).rows).toEqual([
        { details: { title: 'A deed', type: 'trust_deed', clientName: null, expiryDate: '2031-07-01' } },
      ])
      // The client's name stands where their instruction does; a nominee reads the owner's otherwise.
      expect((await database.query('select on_behalf_of as name from nominations order by 1')).rows).toEqual([
        { name: 'Edna Quill' },
        { name: null },
      ])
      expect((await database.query('select "values" from settings')).rows).toEqual([
        { values: { reviewYears: { deeds: 10, wills: null, powers: null, records: null, other: null } } },
      ])
      expect(await migrate(database, migrations)).toBe(0)
    }

    for (const made of [all.slice(0, -1), all.slice(1), all.slice(0, 1)]) {
      await stand(database, made)
      const stood = await recorded(database)
      await expect(migrate(database, migrations)).rejects.toThrow(
        `Start Deedbox from commit ${before.commit} on it once, then start this version`,
      )
      expect(await recorded(database)).toEqual(stood)
      await unchanged()
    }

    await expect(migrate(database, migrations, all)).rejects.toThrow('The copy was made before version 0.1.0')
  } finally {
    await database.close()
  }
})
