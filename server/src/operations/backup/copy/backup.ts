import { eq, isNull } from 'drizzle-orm'
import { backups } from '../../../db/tables/backups.ts'
import { BackupFault } from '../place/fault.ts'
import { alone } from '../place/lock.ts'
import { openPlace, type Place } from '../place/place.ts'
import type { BackupNeeds, BackupOptions, BackupRun } from '../place/run.ts'
import { makeCopy } from './make-copy.ts'

const LONGEST_PROBLEM = 500

/**
 * Makes one copy of the deployment in a place: content first, then all rows of one moment, then the content that came
 * meanwhile. Killed at any moment it leaves no half copy, and the next backup goes on with the content that is there.
 * @throws BackupFault that says what to do; every failure is recorded and audited
 */
export async function backUp(services: BackupNeeds, options: BackupOptions): Promise<BackupRun> {
  const { contexts, config } = services
  const recipient = options.key ?? config.backupKey
  if (recipient === undefined)
    throw new BackupFault(
      'There is no BACKUP_KEY to encrypt the backup to. `npm run backup -- --new-key` makes one and says what to do with it.',
    )
  const place = await openPlace(options.place)
  return alone(services, options.signal, async (signal) => {
    const id = await begin(services, place)
    try {
      const { copy, ...figures } = await makeCopy(services, { ...options, signal, place, id, recipient })
      await contexts.work(async ({ tx, now, audit }) => {
        await tx
          .update(backups)
          .set({ outcome: 'done', endedAt: now, ...figures })
          .where(eq(backups.id, id))
        await audit({ event: 'backup_made', details: { place: place.describe(), copy, ...figures } })
      })
      return { id, copy, place: place.describe(), ...figures }
    } catch (error) {
      const cause = signal.aborted ? signal.reason : error
      await fail(services, place, id, cause)
      throw cause
    }
  })
}

/** Records that it runs, and that those which were killed have failed. */
function begin({ contexts }: BackupNeeds, place: Place): Promise<string> {
  return contexts.work(async ({ tx, now, audit }) => {
    const problem = 'It was interrupted: the process ended'
    const killed = await tx
      .update(backups)
      .set({ outcome: 'failed', endedAt: now, problem })
      .where(isNull(backups.outcome))
      .returning({ place: backups.place })
    await audit(...killed.map((run) => ({ event: 'backup_failed' as const, details: { ...run, problem } })))
    const [row] = await tx.insert(backups).values({ startedAt: now, place: place.describe() }).returning()
    if (!row) throw new Error('A backup was not recorded')
    return row.id
  })
}

/** Records a failed run. This needs its database; without that the next backup records it. */
async function fail(
  { contexts, logger }: BackupNeeds,
  place: Place,
  id: string,
  error: unknown,
): Promise<void> {
  const said = error instanceof Error ? error.message : String(error)
  const problem = (error instanceof BackupFault ? said : `It failed: ${said}`).slice(0, LONGEST_PROBLEM)
  try {
    await contexts.work(async ({ tx, now, audit }) => {
      await tx.update(backups).set({ outcome: 'failed', endedAt: now, problem }).where(eq(backups.id, id))
      await audit({ event: 'backup_failed', details: { place: place.describe(), problem } })
    })
  } catch (fault) {
    logger.error(
      { error: fault instanceof Error ? fault.name : 'unknown' },
      'a failed backup was not recorded',
    )
  }
}
