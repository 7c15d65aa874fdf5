import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Checks of a sample of the newest copy, which Deedbox makes by itself once a month. */
export const backupChecks = pgTable(
  'backup_checks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at').notNull(),
    place: text('place').notNull(),
    copy: text('copy'),
    /** 'good': all that was looked at is as it was copied. 'bad': it is not. 'failed': it could not be looked at. */
    outcome: text('outcome', { enum: ['good', 'bad', 'failed'] }).notNull(),
    /** Number of files of content that were read. */
    files: integer('files').notNull(),
    problem: text('problem'),
  },
  (t) => [index('backup_checks_newest').on(t.startedAt)],
)
