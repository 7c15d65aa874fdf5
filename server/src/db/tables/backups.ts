import type { StoredProgress } from '@deedbox/contract/backups.ts'
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Runs of a backup, the one that runs now included. */
export const backups = pgTable(
  'backups',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    /** Place where the copy went, without credentials. */
    place: text('place').notNull(),
    /** The name of the copy there: the time of its snapshot. Set just before the snapshot, so that the copy knows itself. */
    copy: text('copy'),
    /** Outcome; null while it runs. */
    outcome: text('outcome', { enum: ['done', 'failed'] }),
    /** Documents whose content the copy holds. */
    documents: integer('documents'),
    /** Bytes that this run copied, and that the whole copy holds, its rows included. */
    bytesCopied: bigint('bytes_copied', { mode: 'number' }),
    bytesTotal: bigint('bytes_total', { mode: 'number' }),
    /** Reason why it failed; or what the copy lacks because the deployment itself has lost it. */
    problem: text('problem'),
    /** Progress of the run that is going on. */
    progress: jsonb('progress').$type<StoredProgress>(),
    /** Time when administrators were told of this failure. */
    toldAt: instant('told_at'),
  },
  (t) => [index('backups_newest').on(t.startedAt, t.id), index('backups_of_copy').on(t.copy)],
)

/** Lock in one row: who makes a backup or clears old ones away, so that there is one at a time; it must beat to keep it. */
export const backupLock = pgTable(
  'backup_lock',
  {
    id: integer('id').primaryKey().default(1),
    holder: uuid('holder').notNull(),
    /** The process of the holder. */
    process: uuid('process').notNull(),
    beatAt: instant('beat_at').notNull(),
  },
  (t) => [check('backup_lock_only_one', sql`${t.id} = 1`)],
)

/** Content that was copied by a backup: its ciphertext never changes, so it is read and digested once. */
export const contentDigests = pgTable('content_digests', {
  path: text('path').primaryKey(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  /** SHA-256 of the ciphertext, hex. */
  sha256: text('sha256').notNull(),
})

/** A restore into this database; a server does not start while it is not finished. */
export const restores = pgTable('restores', {
  id: uuid('id').primaryKey().defaultRandom(),
  place: text('place').notNull(),
  copy: text('copy').notNull(),
  startedAt: instant('started_at').notNull(),
  /** Number of rows of each table that are in. */
  progress: jsonb('progress').$type<Record<string, number>>().notNull().default({}),
  /** The foreign keys that were taken off and are put back, checked, once all rows are in. */
  constraints: jsonb('constraints').$type<string[]>().notNull().default([]),
  /** Time when all rows were in. */
  rowsAt: instant('rows_at'),
  finishedAt: instant('finished_at'),
})
