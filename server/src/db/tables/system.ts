import { healthStates } from '@deedbox/contract/system.ts'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Results of the last jobs of each queue: one row a queue, written after every run. */
export const jobRuns = pgTable('job_runs', {
  name: text('name').primaryKey(),
  endedAt: instant('ended_at').notNull(),
  ms: integer('ms').notNull(),
  succeededAt: instant('succeeded_at'),
  failedAt: instant('failed_at'),
  /** Error of the last failure; it may name a person. */
  error: text('error'),
})

/** Results of the checks of the parts of Deedbox, every 5 minutes; kept for 30 days. */
export const healthSamples = pgTable(
  'health_samples',
  {
    check: text('check').notNull(),
    at: instant('at').notNull(),
    state: text('state', { enum: healthStates }).notNull(),
    ms: integer('ms').notNull(),
    /** Empty while all is well. */
    message: text('message').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.check, t.at] }),
    index('health_samples_by_age').on(t.at),
    index('health_samples_problems').on(t.check, t.at).where(sql`state in ('warning', 'bad')`),
  ],
)

/** The newest sample of each check, and whether the administrators know that it does not work. */
export const healthNow = pgTable('health_now', {
  check: text('check').primaryKey(),
  at: instant('at').notNull(),
  state: text('state', { enum: healthStates }).notNull(),
  /** Time since when it does not work; null while it does. */
  badSince: instant('bad_since'),
  /** Time when that was announced. */
  toldAt: instant('told_at'),
})
