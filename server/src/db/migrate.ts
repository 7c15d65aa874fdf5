import { readMigrationFiles } from 'drizzle-orm/migrator'
import { StartFault } from '../platform/errors.ts'
import type { Database } from './client.ts'

/** Any number, as long as every server of the deployment uses the same one. */
const MIGRATION_LOCK = 7_364_152

/** When each applied migration was made (milliseconds, from Drizzle's journal): this identifies it. */
async function applied(database: Pick<Database, 'query'>): Promise<number[]> {
  const { rows } = await database.query<{ made: number }>(
    'select created_at as made from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map((row) => row.made)
}

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** No such table or schema, or not visible to this role: a database that was never migrated, or not for this role. */
const isMissing = (error: unknown): boolean => hasCode(error, '42P01', '3F000', '42501')

/** How many migrations of `folder` the database lacks; all of them, if it was never migrated. */
export async function lacking(database: Pick<Database, 'query'>, folder: string): Promise<number> {
  const known = readMigrationFiles({ migrationsFolder: folder })
  const done: number[] = await applied(database).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return known.filter((migration) => !done.includes(migration.folderMillis)).length
}

/**
 * Applies the migrations of `folder` (written by drizzle-kit) that the database lacks, all in one transaction, and
 * records them where Drizzle's own migrator does. Safe for several servers that start at once: one works, the others
 * wait and find it done. If there is nothing to do, it is one small query.
 *
 * @param only apply no others than these (as Drizzle's journal identifies them): for a restore, whose rows come from a
 * database that had these
 * @returns how many were applied
 * @throws StartFault when the database has a migration that `folder` lacks (a newer version used it), or lacks one that
 * this role may not apply
 */
export async function migrate(
  database: Pick<Database, 'query' | 'exec' | 'transaction'>,
  folder: string,
  only?: readonly number[],
): Promise<number> {
  const all = readMigrationFiles({ migrationsFolder: folder })
  const known = only ? all.filter((migration) => only.includes(migration.folderMillis)) : all
  if (only && known.length < only.length)
    throw new StartFault(
      `The copy was made by a newer version of Deedbox: it has ${only.length - known.length} migration(s) that this version does ` +
        'not know. Restore it with that version.',
    )
  const missing = (done: number[]) => {
    const unknown = done.filter((made) => !known.some((migration) => migration.folderMillis === made))
    if (unknown.length > 0) {
      throw new StartFault(
        `The database was used by a newer version of Deedbox: it has ${unknown.length} migration(s) that this version ` +
          'does not know. Start that version, or restore a backup from before the upgrade.',
      )
    }
    return known.filter((migration) => !done.includes(migration.folderMillis))
  }

  const done = await applied(database).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  if (missing(done).length === 0) return 0

  const migrating = database.transaction(async () => {
    // A long migration must not hit the timeout, and other servers wait here as long as it takes.
    await database.query('set local statement_timeout = 0')
    await database.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await database.exec(`create schema if not exists drizzle;
      create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
    const todo = missing(await applied(database))
    for (const migration of todo) {
      for (const statements of migration.sql) await database.exec(statements)
      await database.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        migration.hash,
        migration.folderMillis,
      ])
    }
    return todo.length
  })
  return migrating.catch((error: unknown) => {
    if (!hasCode(error, '42501')) throw error
    throw new StartFault(
      `The database is not up to date: it lacks ${missing(done).length} migration(s), and the role of DATABASE_URL may not apply ` +
        'them. Run npm run migrate (or deedbox migrate) with the owner in MIGRATE_DATABASE_URL and this role in DATABASE_URL, then start Deedbox again.',
      { cause: error },
    )
  })
}
