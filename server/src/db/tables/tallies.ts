import { bigint, date, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * What dashboards show of everything, counted as it changes (ADR 6): triggers add a row for each change, a figure is a
 * sum over the rows, and a job folds them. Days are those of the time zone in tally_zone; 'infinity' is no end.
 * Readings are tallied by the job, once their day is over.
 */
export const tallies = pgTable('tallies', {
  /** Documents that are not deleted by expiry date; active grants by the day they end; readings by their day. */
  what: text('what', { enum: ['document', 'grant', 'viewed', 'downloaded'] }).notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  n: bigint('n', { mode: 'number' }).notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})

/** One row: the time zone whose days the tallies have, and the day before which they have the readings too. */
export const tallyZone = pgTable('tally_zone', {
  timeZone: text('time_zone').primaryKey(),
  readingsBefore: date('readings_before', { mode: 'string' }).notNull().default('-infinity'),
})
