import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** How the jobs of each queue last went: one row a queue, written after every run. */
export const jobRuns = pgTable('job_runs', {
  name: text('name').primaryKey(),
  endedAt: instant('ended_at').notNull(),
  ms: integer('ms').notNull(),
  succeededAt: instant('succeeded_at'),
  failedAt: instant('failed_at'),
  /** Of the last failure; it may name a person. */
  error: text('error'),
})

/** When a master key was first in use here. */
export const masterKeys = pgTable('master_keys', {
  id: text('id').primaryKey(),
  firstSeenAt: instant('first_seen_at').notNull(),
})
