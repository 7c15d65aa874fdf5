import { AsyncLocalStorage } from 'node:async_hooks'
import { isNull } from 'drizzle-orm'
import { backups } from '../../../db/tables/backups.ts'
import type { Services } from '../../../kernel/services.ts'
import { backUp } from '../copy/backup.ts'
import { prune } from '../copy/prune.ts'
import type { BackupProgress } from '../place/run.ts'
import { placeText } from './get.ts'
import { endedBackups, runningBackup } from './recent.ts'
import { nextBackup } from './schedule.ts'
import { tellOfBackups } from './tell.ts'

/** Number of runs that decide when the next is due, and what administrators are told. */
const looked = 50
const progressMs = 1_000

/**
 * Makes a backup if one is due, or was asked for; then clears old copies away. Administrators are told of the second
 * failure in a row, and when it works again.
 * @throws what went wrong, after it was recorded
 */
export async function backUpWhenDue(
  services: Services,
  { asked, signal }: { asked: boolean; signal: AbortSignal },
): Promise<void> {
  const { config, contexts, database, settings } = services
  const { backupUrl: place, backupKey } = config
  if (!place || !backupKey) return
  const values = await settings.latest()
  const begun = await contexts.work(async (ctx) => {
    if (await runningBackup({ tx: ctx.tx, query: database.query })) return null
    const due = nextBackup(values, await endedBackups(ctx, looked), ctx.now)
    return asked || (due && due <= ctx.now) ? ctx.now : null
  })
  if (!begun) return
  try {
    await backUp(services, { place, signal, onProgress: progressInto(services) })
  } catch (error) {
    // Somebody began one at the same moment.
    if (await contexts.work((ctx) => runningBackup({ tx: ctx.tx, query: database.query }))) return
    await recordFailure(services, place, begun, error)
    await tellOfBackups(services)
    throw error
  }
  await tellOfBackups(services)
  const keep = {
    daily: values.backupsKeptDaily,
    weekly: values.backupsKeptWeekly,
    monthly: values.backupsKeptMonthly,
  }
  await prune(services, { place, keep, signal })
}

/** Stores once a second how far the backup that runs has come. */
function progressInto({ database, logger }: Services): (progress: BackupProgress) => void {
  // A query joins the transaction of its caller; this one must not join the backup's, which only reads.
  const outside = AsyncLocalStorage.snapshot()
  let storedAt = 0
  let storing = false
  const store = async (progress: BackupProgress) => {
    storing = true
    try {
      await database.db.update(backups).set({ progress }).where(isNull(backups.outcome))
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown'
      logger.warn({ error: name }, 'the progress of a backup was not stored')
    } finally {
      storing = false
    }
  }
  return (progress) => {
    if (storing || Date.now() - storedAt < progressMs) return
    storedAt = Date.now()
    void outside(store, progress)
  }
}

/** Records a backup that could not even begin, and so has no row yet. */
async function recordFailure(
  { contexts }: Services,
  url: string,
  begun: Date,
  error: unknown,
): Promise<void> {
  await contexts.work(async (ctx) => {
    const [newest] = await endedBackups(ctx, 1)
    if (newest && newest.startedAt >= begun) return
    const problem = error instanceof Error ? error.message.slice(0, 500) : String(error)
    const place = placeText(url)
    await ctx.tx
      .insert(backups)
      .values({ startedAt: ctx.now, endedAt: ctx.now, place, outcome: 'failed', problem })
    await ctx.audit({ event: 'backup_failed', details: { place, problem } })
  })
}
