import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNull } from 'drizzle-orm'
import type { Database } from '../../../db/client.ts'
import { restores } from '../../../db/tables/backups.ts'
import { kmsArn } from '../../../platform/encryption/kms-name.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import type { Beginning } from '../copy/rows-out.ts'
import { BackupFault } from '../place/fault.ts'

const nothing = 'Nothing was changed.'

/** The restore that was begun in this database and is not finished, or null: then the database is empty. */
export type Unfinished = typeof restores.$inferSelect | null

/**
 * Lets a restore go on only into an empty database, or one where the same restore was interrupted.
 * @throws BackupFault otherwise
 */
export async function checkDatabase(database: Database, place: string, copy: string): Promise<Unfinished> {
  const { rows } = await database.query<{ tables: number; restores: boolean }>(
    `select count(*)::int as tables, coalesce(bool_or(relname = 'restores'), false) as restores from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`,
  )
  const state = rows[0]
  if (!state || state.tables === 0) return null
  const taken = `The database is not empty. A copy is restored into an empty one only. ${nothing}`
  if (!state.restores) throw new BackupFault(taken)
  const [begun] = await database.db.select().from(restores).where(isNull(restores.finishedAt))
  if (begun && (begun.place !== place || begun.copy !== copy))
    throw new BackupFault(
      `A restore of the copy ${begun.copy} from the ${begun.place} was not finished in this database: finish it ` +
        `(--at ${begun.copy}), or take an empty database. ${nothing}`,
    )
  if (begun) return begun
  // An interrupted restore, or npm run migrate, made only its tables.
  const { rows: used } = await database.query(
    'select from deployment union all select from audit_events limit 1',
  )
  if (used.length > 0) throw new BackupFault(taken)
  return null
}

/** @throws BackupFault unless the store is empty, or has what an interrupted restore put there */
export async function checkStore(storage: Storage, deployment: string, begun: boolean): Promise<void> {
  const mark = await storage.readMark()
  if (begun && mark === deployment) return
  let taken = mark !== null
  for (const objects of [storage.list(), storage.quarantine.list()])
    for await (const _ of objects) {
      taken = true
      break
    }
  if (taken)
    throw new BackupFault(
      `The content store (${storage.describe()}) is not empty. A copy is restored into an empty one only. ${nothing}`,
    )
}

/**
 * Checks that master keys which are there already include those of the copy.
 * @throws BackupFault otherwise
 */
export function checkMasterKeys(
  { masterKey, dataDir }: { masterKey?: string | undefined; dataDir: string },
  { masterKeys }: Beginning,
): void {
  const file = join(dataDir, 'master.key')
  if (masterKey === undefined && !existsSync(file)) return
  const there = (masterKey ?? readFileSync(file, 'utf8')).trim().split(/\s+/)
  if (masterKeys.split(' ').every((key) => there.includes(key))) return
  throw new BackupFault(
    masterKey === undefined
      ? `${file} holds another master key than the copy. Move it away, or choose another DATA_DIR. ${nothing}`
      : there.some(kmsArn)
        ? `MASTER_KEY names a key of AWS KMS. Leave it out: the restore writes the master key to ${file}. Set MASTER_KEY again before the next start, and remove the file once that went well. ${nothing}`
        : `MASTER_KEY is not the master key of the copy. Leave it out: the restore then writes the right one to ${file}. ${nothing}`,
  )
}
