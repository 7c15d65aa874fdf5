import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, instant } from './fields.ts'

const count = z.number()

export const backupStages = ['content', 'rows', 'finishing'] as const

/** How far a backup has come: files of `content`, then `rows`; `bytes` that it copied. */
export const backupProgress = z.object({
  stage: z.enum(backupStages),
  done: count,
  /** How many there will be, where that is known. */
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
  /** Why it failed, and what to do; or what the copy lacks. */
  problem: z.string().nullable(),
})
export type BackupRow = z.output<typeof run>

export const getBackups = endpoint({
  id: 'getBackups',
  summary: 'Where backups go, how the last ones went, when the next is due, and the last check of a copy',
  who: ['canManageSystem'],
  response: z.object({
    /** Without credentials; null where BACKUP_URL is not set. */
    place: z.string().nullable(),
    /** Whether BACKUP_KEY is set: without it none is made. */
    key: z.boolean(),
    nextAt: instant.nullable(),
    /** Asked for or running. */
    running: z.object({ startedAt: instant.nullable(), progress: backupProgress.nullable() }).nullable(),
    /** The last that was made. */
    lastGood: run.nullable(),
    /** The newest first. */
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
  response: done,
})
