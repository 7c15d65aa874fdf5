import { isNull } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { restores } from '../../../db/tables/backups.ts'
import { BackupFault } from '../place/fault.ts'

/** Says, before anything else is changed, that a restore into this database has begun; it may still lack every table. */
export async function markBegun({ exec }: Pick<Database, 'exec'>): Promise<void> {
  await exec('create schema if not exists drizzle; create table if not exists drizzle.restore_begun ()')
}

/** Removes the mark: the row in `restores` says it from now on. */
export async function removeMark({ exec }: Pick<Database, 'exec'>): Promise<void> {
  await exec('drop table if exists drizzle.restore_begun')
}

/** Tells whether a restore was interrupted before it had made its row in `restores`. Any role may ask. */
export async function hasMark({ query }: Pick<Database, 'query'>): Promise<boolean> {
  const { rows } = await query(
    `select from pg_class where relname = 'restore_begun' and relnamespace = (select oid from pg_namespace where nspname = 'drizzle')`,
  )
  return rows.length > 0
}

/**
 * Refuses a start before it changes anything.
 * @throws BackupFault when a restore was interrupted before its first row
 */
export async function refuseBegun(database: Pick<Database, 'query'>): Promise<void> {
  if (await hasMark(database))
    throw new BackupFault(
      'A restore into this database was begun and is not finished: this is not a deployment yet. Run `npm run restore` again as ' +
        'before. Nothing was changed.',
    )
}

/**
 * Refuses a start before it changes anything; the table is missing in a new database.
 * @throws BackupFault when a restore into this database was interrupted: it is not a whole deployment yet
 */
export async function refuseUnfinished({ db, query }: Pick<Database, 'db' | 'query'>): Promise<void> {
  const { rows } = await query(`select from pg_class where oid = to_regclass('public.restores')`)
  if (rows.length === 0) return
  const [begun] = await db.select().from(restores).where(isNull(restores.finishedAt)).limit(1)
  if (begun)
    throw new BackupFault(
      `The restore of the copy ${begun.copy} from the ${begun.place} is not finished: this is not a whole deployment yet. Run ` +
        `\`npm run restore\` with that place and --at ${begun.copy} again: it goes on where it was. Nothing was changed.`,
    )
}
