import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startPostgres } from '../testing/postgres.ts'
import { openDatabase } from './client.ts'
import { migrate } from './migrate.ts'

const drizzle = join(import.meta.dirname, '..', '..', 'drizzle')
/** The migrations of the first version that was released. */
const released = 6

test('paths of documents from the released version are never used again', async () => {
  const home = await mkdtemp(join(tmpdir(), 'deedbox-upgrade-'))
  const postgres = await startPostgres()
  const folder = join(home, 'released')
  await cp(drizzle, folder, { recursive: true })
  const journal = join(folder, 'meta', '_journal.json')
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'))
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, released) }))

  const databaseUrl = await postgres?.createDatabase()
  const database = await openDatabase({ databaseUrl, dataDir: home, logger: pino({ level: 'silent' }) })
  try {
    expect(await migrate(database, folder)).toBe(released)
    await database.exec(`
      insert into profiles (email, name, role, created_at, updated_at) values ('a@example.com', 'A', 'trustee', now(), now());
      insert into documents (title, created_at, file_name, file_path, file_size, file_type, sha256, owner_id, owner_name,
        owner_email, wrapped_key, master_key_id, deleted_at, content_removed_at)
      select 'A deed', now(), 'a.pdf', 'user/' || n || '.pdf', 1, 'application/pdf', 'x', user_id, name, email,
        case when n = 1 then '\\x00'::bytea end, 'key', case when n = 2 then now() end, case when n = 2 then now() end
      from profiles, generate_series(1, 2) n`)
    expect(await migrate(database, drizzle)).toBe(entries.length - released)
    const { rows } = await database.query(
      'select path from content_paths join documents on id = document_id and file_path = path order by path',
    )
    expect(rows).toEqual([{ path: 'user/1.pdf' }, { path: 'user/2.pdf' }])
    // Who this deployment is, its first start decides.
    expect((await database.query('select * from deployment')).rows).toEqual([])
  } finally {
    await database.close()
    await postgres?.stop()
    await rm(home, { recursive: true, force: true })
  }
})
