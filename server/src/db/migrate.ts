import { readMigrationFiles } from 'drizzle-orm/migrator'
import { StartFault } from '../platform/errors.ts'
import { type Applied, adopt, before, isToAdopt } from './adopt.ts'
import type { Database } from './client.ts'

/** Key of the lock: any number, as long as every server of the deployment uses the same one. */
const MIGRATION_LOCK = 7_364_152

/** Reads the migrations that the database has, oldest first. */
async function applied(database: Pick<Database, 'query'>): Promise<Applied[]> {
  const { rows } = await database.query<Applied>(
    'select created_at as made, hash from drizzle.__drizzle_migrations order by created_at',
  )
  return rows
}

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/**
 * Tells whether there is no such table or schema, or none that this role sees: a database that was never migrated, or not for this role.
 */
const isMissing = (error: unknown): boolean => hasCode(error, '42P01', '3F000', '42501')

/** Makes tables ordinary ones: the embedded database has no unlogged tables (ADR 3). */
const logged = (statements: string): string =>
  statements
    .replace(/\bcreate unlogged table\b/gi, 'CREATE TABLE')
    .replace(/\balter table \S+ set unlogged;/gi, '')

/** Counts the migrations of `folder` that the database lacks; all of them, if it was never migrated. */
export async function lacking(database: Pick<Database, 'query'>, folder: string): Promise<number> {
  const known = readMigrationFiles({ migrationsFolder: folder })
  const done = await applied(database).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return known.filter(({ folderMillis }) => !done.some(({ made }) => made === folderMillis)).length
}

/**
 * Applies the migrations of `folder` (written by drizzle-kit) that the database lacks, all in one transaction, and
 * records them where Drizzle's own migrator does. Safe for several servers that start at once: one works, the others
 * wait and find it done. If there is nothing to do, it is one small query.
 *
 * @param only apply no others than these (as Drizzle's journal identifies them): for a restore, whose rows come from a
 * database that had these
 * @returns how many were applied; a database from before 0.1.0 that was adopted counts as one
 * @throws StartFault when the database has a migration that `folder` lacks (a newer version used it), or lacks one that
 * this role may not apply
 */
export async function migrate(
  database: Pick<Database, 'kind' | 'query' | 'exec' | 'transaction'>,
  folder: string,
  only?: readonly number[],
): Promise<number> {
  const all = readMigrationFiles({ migrationsFolder: folder })
  const known = only ? all.filter((migration) => only.includes(migration.folderMillis)) : all
  const first = all[0]
  if (!first) throw new Error(`There are no migrations in ${folder}`)
  if (only?.some((made) => made < first.folderMillis))
    throw new StartFault(
      `The copy was made before version 0.1.0 of Deedbox. Restore it with Deedbox from commit ${before.commit}, then start this version on it.`,
    )
  if (only && known.length < only.length)
    throw new StartFault(
      `The copy was made by a newer version of Deedbox: it has ${only.length - known.length} migration(s) that this version does ` +
        'not know. Restore it with that version.',
    )
  const missing = (done: readonly Applied[]) => {
    const unknown = done.filter(({ made }) => !known.some((migration) => migration.folderMillis === made))
    if (unknown.length > 0) {
      throw new StartFault(
        `The database was used by a newer version of Deedbox: it has ${unknown.length} migration(s) that this version ` +
          'does not know. Start that version, or restore a backup from before the upgrade.',
      )
    }
    return known.filter((migration) => !done.some(({ made }) => made === migration.folderMillis))
  }

  const done = await applied(database).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const toAdopt = isToAdopt(done, first, folder)
  if (!toAdopt && missing(done).length === 0) return 0

  const migrating = database.transaction(async () => {
    // A long migration must not hit the timeout, and other servers wait here as long as it takes.
    await database.query('set local statement_timeout = 0')
    await database.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await database.exec(`create schema if not exists drizzle;
      create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
    const adopts = isToAdopt(await applied(database), first, folder)
    if (adopts) await adopt(database, first, folder)
    const todo = missing(await applied(database))
    for (const migration of todo) {
      for (const statements of migration.sql)
        await database.exec(database.kind === 'pglite' ? logged(statements) : statements)
      await database.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        migration.hash,
        migration.folderMillis,
      ])
    }
    return todo.length + (adopts ? 1 : 0)
  })
  return migrating.catch((error: unknown) => {
    if (!hasCode(error, '42501')) throw error
    throw new StartFault(
      `The database is not up to date: it lacks ${toAdopt ? 1 : missing(done).length} migration(s), and the role of DATABASE_URL may not apply ` +
        'them. Run npm run migrate (or deedbox migrate) with the owner in MIGRATE_DATABASE_URL and this role in DATABASE_URL, then start Deedbox again.',
      { cause: error },
    )
  })
}
