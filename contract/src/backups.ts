import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, instant } from './fields.ts'

const count = z.number()

export const backupStages = ['content', 'rows', 'finishing'] as const

/** Progress of a backup: files of `content` done, then `rows`, and the `bytes` copied. */
export const backupProgress = z.object({
  stage: z.enum(backupStages),
  done: count,
  /** Number in the end, where that is known. */
  total: count.nullable(),
  bytes: count,
})
export type StoredProgress = z.output<typeof backupProgress>

const run = z.object({
  startedAt: instant,
  endedAt: instant.nullable(),
  outcome: z.enum(['done', 'failed']),
  documents: count.nullable(),
  bytesCopied: count.nullable(),
  bytesTotal: count.nullable(),
  /** Reason of a failure with what to do, or what the copy lacks. */
  problem: z.string().nullable(),
})
export type BackupRow = z.output<typeof run>

export const getBackups = endpoint({
  id: 'getBackups',
  summary: 'Where backups go, how the last ones went, when the next is due, and the last check of a copy',
  who: ['canManageSystem'],
  response: z.object({
    /** Place of the backups without credentials; null where BACKUP_URL is not set. */
    place: z.string().nullable(),
    /** State: BACKUP_KEY is set. No backup is made without it. */
    key: z.boolean(),
    nextAt: instant.nullable(),
    /** Backup that was asked for or is running. */
    running: z.object({ startedAt: instant.nullable(), progress: backupProgress.nullable() }).nullable(),
    /** Last backup that succeeded. */
    lastGood: run.nullable(),
    /** Runs, newest first. */
    runs: z.array(run),
    lastCheck: z
      .object({
        at: instant,
        outcome: z.enum(['good', 'bad', 'failed']),
        files: count,
        problem: z.string().nullable(),
      })
      .nullable(),
  }),
})

export const startBackup = endpoint({
  id: 'startBackup',
  summary: 'Make a backup now',
  who: ['canManageSystem'],
  noProof: 'work',
  response: done,
  refuses: ['backup-running', 'backup-unconfigured'],
})
