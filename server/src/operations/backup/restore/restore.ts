import { isNotNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../../../db/client.ts'
import { migrate } from '../../../db/migrate.ts'
import { restores } from '../../../db/tables/backups.ts'
import { deployment } from '../../../db/tables/storage.ts'
import { recordEvents } from '../../../kernel/audit/record.ts'
import { keyringOf, putMasterKeys } from '../../../platform/encryption/keys.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { type Copy, chooseCopy, copyTime, readCopy } from '../place/copies.ts'
import { BackupFault } from '../place/fault.ts'
import { needHead } from '../place/head.ts'
import type { Place } from '../place/place.ts'
import { type Checked, checkRestored } from './check-restored.ts'
import { eraseAgain, erasedAgain, knownErasures } from './erase-again.ts'
import { queueMail } from './mail-jobs.ts'
import { putContent } from './put-content.ts'
import { checkDatabase, checkMasterKeys, checkStore } from './restore-checks.ts'
import { closeTables, insertRows, openTables } from './rows-in.ts'
import { readBeginning, readRows } from './rows-read.ts'
import { hasMark, markBegun } from './unfinished.ts'

export type RestoreProgress = { stage: 'rows' | 'content' | 'checking'; done: number; total: number | null }

export type RestoreOptions = {
  place: Place
  privateKey: string
  at?: string | undefined
  /** Target of the restore: both empty. */
  database: Database
  storage: Storage
  config: { dataDir: string; masterKey?: string | undefined }
  migrations: string
  /** Go on also when the place does not say whole what was erased since the copy. */
  skipDamagedErasures?: boolean
  logger: Logger
  onProgress?: (progress: RestoreProgress) => void
}

export type Restored = Checked & {
  copy: string
  /** Tells whether it went on from where an interrupted restore had come. */
  resumed: boolean
  /** Emails that had not been sent when the copy was made; they are sent at the first start. */
  mails: number
  /** Content that the deployment had lost before the copy was made. */
  lost: string[]
  /** Documents that had been erased since the copy was made, and were erased again; null: the place cannot say. */
  erasedAgain: number | null
  /** Faults of the place's erasures that could not be read, each naming an object. */
  erasuresLacking: string[]
  /** Tells whether master.key was written, or MASTER_KEY has the keys. */
  keyWritten: boolean
}

/**
 * Builds a deployment from a copy, in an empty database of either kind and an empty store of either kind, and verifies it.
 * A server does not start on it until all is done; interrupted, it goes on when it is run again.
 * @throws BackupFault before anything is changed when the target is not empty, the key is wrong or the copy is not whole
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { place, privateKey, database, storage, config, migrations, logger, onProgress } = options
  await needHead(place)
  const copy = await readCopy(place, await chooseCopy(place, options.at))
  const beginning = await readBeginning(place, copy, privateKey)
  const unfinished = await checkDatabase(database, place.describe(), copy.copy)
  await checkStore(storage, beginning.deployment, unfinished !== null || (await hasMark(database)))
  checkMasterKeys(config, beginning)
  const erasures = await knownErasures(place, copyTime(copy.copy))
  if (!options.skipDamagedErasures) needAll(place, erasures.problems)

  // The mark keeps servers from taking an empty database or store for a new deployment's, from here on.
  if (!unfinished) await markBegun(database)
  await storage.writeMark(beginning.deployment, { replace: false })
  if (!unfinished) await migrate(database, migrations, beginning.migrations)
  const begun = unfinished ?? (await openTables(database, place.describe(), copy.copy))
  if (!begun.rowsAt) {
    const lines = readRows(place, copy, privateKey)
    const counts = await insertRows(database, begun, lines, (done) =>
      onProgress?.({ stage: 'rows', done, total: null }),
    )
    await closeTables(database, begun, beginning, counts, copy)
  }
  await migrate(database, migrations)
  await eraseAgain(database, place, erasures)
  const lost = await putContent({ place, copy, storage, database }, (done) =>
    onProgress?.({ stage: 'content', done, total: copy.files }),
  )
  const keyWritten = config.masterKey === undefined && putMasterKeys(config.dataDir, beginning.masterKeys)
  const keyring = keyringOf(beginning.masterKeys)
  const checked = await checkRestored({ database, storage, keyring, lost }, (done) =>
    onProgress?.({ stage: 'checking', done, total: copy.files }),
  )
  if (checked.problems.length > 0)
    throw new BackupFault(
      `The deployment was restored, but not all of it is as it was:\n  ${checked.problems.join('\n  ')}\nA server does not start on it. ` +
        'Run the restore again once the store works, or restore an older copy into another empty place.',
    )
  const again = await erasedAgain(database, begun.startedAt)
  const mails = await queueMail(database, logger, async () => {
    await finish(database, copy, checked, again)
  })
  return {
    ...checked,
    copy: copy.copy,
    resumed: unfinished !== null,
    mails,
    lost,
    erasedAgain: erasures.objects ? again : null,
    erasuresLacking: erasures.problems,
    keyWritten,
  }
}

/** @throws BackupFault when something is lacking of what a place says of erasures */
function needAll(place: Place, problems: string[]): void {
  if (problems.length > 0)
    throw new BackupFault(
      `The ${place.describe()} does not say whole what was erased since the copy was made:\n  ${problems.join('\n  ')}\n` +
        'What only these objects name would be there again. If they are elsewhere, put them back; or run the restore again with ' +
        '--skip-damaged-erasures, and delete those documents again afterwards. Nothing was changed.',
    )
}

const nobody = { actor: null, ip: null, userAgent: null, requestId: null }

/** Ends a restore in one transaction: audits it, and that nobody is signed in any longer; lets a server start. */
async function finish(
  database: Database,
  copy: Copy,
  { documents, rows }: Checked,
  again: number,
): Promise<void> {
  const { db } = database
  const [moment] = await db
    .update(deployment)
    .set({ storeMarkedAt: sql`now()` })
    .returning({ now: deployment.storeMarkedAt })
  if (!moment?.now) throw new Error('The copy holds no deployment id')
  await db.update(restores).set({ finishedAt: moment.now }).where(isNotNull(restores.rowsAt))
  await recordEvents(database, { ...nobody, now: moment.now }, [
    { event: 'deployment_restored', details: { copy: copy.copy, documents, rows, erasedAgain: again } },
    // Copies hold no sessions: the restored deployment never had one.
    { event: 'sessions_ended', details: { sessions: 0 } },
  ])
}
