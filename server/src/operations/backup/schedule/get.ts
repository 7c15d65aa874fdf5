import { fileURLToPath } from 'node:url'
import type { BackupRow, getBackups as endpoint } from '@deedbox/contract/backups.ts'
import type { ReadCtx } from '../../../kernel/context/context.ts'
import type { Answer } from '../../../kernel/http/handler.ts'
import type { Services } from '../../../kernel/services.ts'
import { backupJob } from '../place/names.ts'
import { type EndedRow, endedBackups, lastBackupCheck, lastGoodBackup, runningBackup } from './recent.ts'
import { nextBackup } from './schedule.ts'

const shown = 10
/** Number of runs that decide when the next is due. */
const looked = 50

/** Returns the place of backups as text, without credentials. */
export function placeText(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return protocol === 'file:'
    ? `folder ${fileURLToPath(url)}`
    : `bucket ${host}${pathname.replace(/\/$/, '')}`
}

/** Returns what administrators see of the backups. */
export async function getBackups(
  { config }: Pick<Services, 'config'>,
  ctx: ReadCtx,
): Promise<Answer<typeof endpoint>> {
  const { backupUrl, backupKey } = config
  const configured = backupUrl !== undefined && backupKey !== undefined
  const ended = await endedBackups(ctx, looked)
  const good = await lastGoodBackup(ctx)
  const check = await lastBackupCheck(ctx)
  const running = await runningBackup(ctx)
  const next = configured ? nextBackup(ctx.settings, ended, ctx.now) : null
  return {
    place: backupUrl === undefined ? null : placeText(backupUrl),
    key: backupKey !== undefined,
    nextAt: next?.toISOString() ?? null,
    running:
      running !== undefined
        ? { startedAt: running?.startedAt.toISOString() ?? null, progress: running?.progress ?? null }
        : (await asked(ctx))
          ? { startedAt: null, progress: null }
          : null,
    lastGood: good ? toRow(good) : null,
    runs: ended.slice(0, shown).map(toRow),
    lastCheck: check
      ? {
          at: check.startedAt.toISOString(),
          outcome: check.outcome,
          files: check.files,
          problem: check.problem,
        }
      : null,
  }
}

/** Tells whether a backup that somebody asked for waits for its turn. */
async function asked({ query }: ReadCtx): Promise<boolean> {
  const { rows } = await query(
    `select 1 from pgboss.job where name = $1 and state < 'completed' and data ->> 'now' = 'true' limit 1`,
    [backupJob],
  )
  return rows.length > 0
}

const toRow = (row: EndedRow): BackupRow => ({
  startedAt: row.startedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  outcome: row.outcome,
  documents: row.documents,
  bytesCopied: row.bytesCopied,
  bytesTotal: row.bytesTotal,
  problem: row.problem,
})
