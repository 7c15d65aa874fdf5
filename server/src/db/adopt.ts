import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import { StartFault } from '../platform/errors.ts'
import type { Database } from './client.ts'

/* Databases from before version 0.1.0 was tagged. Nothing was released with them: this file and drizzle/adopt.sql go with 0.2.0. */

/** A migration that a database has, as Drizzle records it: when it was made (milliseconds) identifies it. */
export type Applied = { made: number; hash: string }

/** The migrations before the one of 0.1.0: how many, the newest of them, and the last commit that has them. */
export const before = { count: 43, newest: 1_795_474_457_446, commit: 'a068b86' }

const script = (folder: string) => join(folder, 'adopt.sql')

/**
 * Tells whether a database with the migrations `done` is to be adopted: it stands at the last migration before 0.1.0, or its first
 * migration is an untagged state of `first`.
 *
 * @throws StartFault when it stands at an earlier one: nothing has been changed
 */
export function isToAdopt(done: readonly Applied[], first: MigrationMeta, folder: string): boolean {
  const oldest = done[0]
  if (!oldest || !existsSync(script(folder))) return false
  if (oldest.made >= first.folderMillis) return oldest.hash !== first.hash
  if (done.length === before.count && done.at(-1)?.made === before.newest) return true
  throw new StartFault(
    `The database was made before version 0.1.0 of Deedbox and is not at the last state before it. Start Deedbox from commit ${before.commit} ` +
      'on it once, then start this version. Nothing was changed.',
  )
}

/** Brings such a database to the schema of `first` and records it so, in the transaction of the caller. */
export async function adopt(
  { query, exec }: Pick<Database, 'query' | 'exec'>,
  first: MigrationMeta,
  folder: string,
): Promise<void> {
  await exec(readFileSync(script(folder), 'utf8'))
  await query('delete from drizzle.__drizzle_migrations where created_at <= $1', [first.folderMillis])
  await query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    first.hash,
    first.folderMillis,
  ])
}
