import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { withNewDatabase } from '../testing/database.ts'
import { startPostgres } from '../testing/postgres.ts'
import { type Database, openDatabase } from './client.ts'
import { migrate } from './migrate.ts'

const logger = pino({ level: 'silent' })
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'deedbox-migrate-'))
const postgres = await startPostgres()
afterAll(async () => {
  await postgres?.stop()
  fs.rmSync(home, { recursive: true, force: true })
})

/** A folder as drizzle-kit writes it. */
function migrations(name: string, statements: string[]): string {
  const folder = path.join(home, name)
  fs.mkdirSync(path.join(folder, 'meta'), { recursive: true })
  const entries = statements.map((text, idx) => {
    fs.writeFileSync(path.join(folder, `000${idx}_step.sql`), text)
    return { idx, version: '7', when: 1_700_000_000_000 + idx, tag: `000${idx}_step`, breakpoints: true }
  })
  fs.writeFileSync(
    path.join(folder, 'meta', '_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  )
  return folder
}

const first =
  'create table boxes (id int primary key);--> statement-breakpoint\ninsert into boxes values (1);'
const second =
  'alter table boxes add column label text;\ninsert into boxes values (2, $$two; with a semicolon$$);'
const one = migrations('one', [first])
const two = migrations('two', [first, second])
const broken = migrations('broken', [
  first,
  second,
  'create table half (n int);--> statement-breakpoint\nselect 1 / 0;',
])

describe.each(['pglite', 'postgres'] as const)('on %s', (kind) => {
  const skipped = kind === 'postgres' && !postgres

  test.skipIf(skipped)(
    'applies what is missing, once, all or nothing, and refuses a newer database',
    async () => {
      const databaseUrl = kind === 'postgres' ? await postgres?.createDatabase() : undefined
      const database = await openDatabase({
        databaseUrl,
        dataDir: withNewDatabase(path.join(home, kind)),
        logger,
      })
      expect(await migrate(database, one)).toBe(1)
      expect(await migrate(database, one)).toBe(0)
      await expect(migrate(database, broken)).rejects.toThrow('division by zero')
      expect((await database.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }])
      expect(await migrate(database, two)).toBe(1)
      expect((await database.query('select * from boxes order by id')).rows).toEqual([
        { id: 1, label: null },
        { id: 2, label: 'two; with a semicolon' },
      ])
      await expect(migrate(database, one)).rejects.toThrow('newer version of Deedbox')

      const statements: string[] = []
      const counting: Pick<Database, 'kind' | 'query' | 'exec' | 'transaction'> = {
        ...database,
        query: (text, ...rest) => {
          statements.push(text)
          return database.query(text, ...rest)
        },
        exec: () => Promise.reject(new Error('nothing to execute')),
      }
      expect(await migrate(counting, two)).toBe(0)
      expect(statements).toHaveLength(1)
      await database.close()
    },
  )
})

test('the embedded database has no unlogged tables, also not those that earlier versions made', async () => {
  const dataDir = withNewDatabase(path.join(home, 'unlogged'))
  const open = () => openDatabase({ dataDir, logger })
  const kinds = async ({ query }: Database) =>
    (
      await query(
        "select relname::text as name, relpersistence::text as kind from pg_class where relname in ('counts', 'older')",
      )
    ).rows
  let database = await open()
  await migrate(
    database,
    migrations('unlogged', ['CREATE UNLOGGED TABLE counts (n int); ALTER TABLE counts SET UNLOGGED;']),
  )
  expect(await kinds(database)).toEqual([{ name: 'counts', kind: 'p' }])
  await database.exec('create unlogged table older (n int primary key); insert into older values (1)')
  await database.close()
  database = await open()
  expect((await kinds(database)).map(({ kind }) => kind)).toEqual(['p', 'p'])
  await database.close()
})

test.skipIf(!postgres)('servers that start together apply each migration once', async () => {
  const databaseUrl = await postgres?.createDatabase()
  const servers = await Promise.all(
    [1, 2, 3, 4].map(() => openDatabase({ databaseUrl, dataDir: '', logger })),
  )
  const applied = await Promise.all(servers.map((server) => migrate(server, two)))
  expect(applied.sort()).toEqual([0, 0, 0, 2])
  await Promise.all(servers.map((server) => server.close()))
})
