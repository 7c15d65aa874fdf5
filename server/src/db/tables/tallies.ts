import { bigint, date, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * The totals on dashboards, counted as they change (ADR 6): triggers insert a row for each change, a figure is the sum
 * of its rows, and a job merges them. Days are those of the time zone in tally_zone; 'infinity' means no end.
 * The job tallies readings once their day is over.
 */
export const tallies = pgTable('tallies', {
  /** Documents that are not deleted by expiry date; active grants by the day they end; readings by their day. */
  what: text('what', { enum: ['document', 'grant', 'viewed', 'downloaded'] }).notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  n: bigint('n', { mode: 'number' }).notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})

/** One row: the time zone of the tallied days, and the first day whose readings are not tallied yet. */
export const tallyZone = pgTable('tally_zone', {
  timeZone: text('time_zone').primaryKey(),
  readingsBefore: date('readings_before', { mode: 'string' }).notNull().default('-infinity'),
})
