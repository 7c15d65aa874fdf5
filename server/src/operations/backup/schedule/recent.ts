import { desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { backupChecks } from '../../../db/tables/backup-checks.ts'
import { backups } from '../../../db/tables/backups.ts'
import type { ReadCtx } from '../../../kernel/context/context.ts'

type Read = Pick<ReadCtx, 'tx'>
type Row = typeof backups.$inferSelect
export type EndedRow = Row & { outcome: 'done' | 'failed' }

/** Lists the last backups that have ended, newest first. */
export async function endedBackups({ tx }: Read, limit: number): Promise<EndedRow[]> {
  const rows = await tx
    .select()
    .from(backups)
    .where(isNotNull(backups.outcome))
    .orderBy(desc(backups.startedAt), desc(backups.id))
    .limit(limit)
  return rows as EndedRow[]
}

/** Finds the last backup that was made. */
export async function lastGoodBackup({ tx }: Read): Promise<EndedRow | undefined> {
  const [row] = await tx
    .select()
    .from(backups)
    .where(eq(backups.outcome, 'done'))
    .orderBy(desc(backups.startedAt), desc(backups.id))
    .limit(1)
  return row as EndedRow | undefined
}

/** Finds the last check of a copy. */
export async function lastBackupCheck({ tx }: Read) {
  const [row] = await tx.select().from(backupChecks).orderBy(desc(backupChecks.startedAt)).limit(1)
  return row
}

/** Finds the backup that runs now, on whatever server: it beats every 20 seconds. */
export async function runningBackup(ctx: Pick<ReadCtx, 'tx' | 'query'>): Promise<Row | null | undefined> {
  const { rows } = await ctx.query(
    "select 1 from backup_lock where beat_at > clock_timestamp() - interval '2 minutes'",
  )
  if (rows.length === 0) return undefined
  const [row] = await ctx.tx
    .select()
    .from(backups)
    .where(isNull(backups.outcome))
    .orderBy(desc(backups.startedAt))
    .limit(1)
  return row ?? null
}
