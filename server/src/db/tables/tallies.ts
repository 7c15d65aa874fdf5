import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

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

/** Time zone of the tallied days in one row, and the first day whose readings are not tallied yet. */
export const tallyZone = pgTable('tally_zone', {
  timeZone: text('time_zone').primaryKey(),
  readingsBefore: date('readings_before', { mode: 'string' }).notNull().default('-infinity'),
  /** The same for {@link documentTallies}. */
  documentReadingsBefore: date('document_readings_before', { mode: 'string' }).notNull().default('-infinity'),
})

/**
 * The same totals by what dashboards filter: type, status and expiry date of the document ('infinity': none), or its
 * organisation. `day` is the first of the month in which grants end, or the day of readings (ADR 56). The status of a document of which there is a
 * later version ends in ' earlier' here.
 */
export const documentTallies = pgTable(
  'document_tallies',
  {
    what: text('what', { enum: ['document', 'organization', 'grant', 'viewed', 'downloaded'] }).notNull(),
    organizationId: uuid('organization_id'),
    type: text('type'),
    status: text('status'),
    expires: date('expires', { mode: 'string' }).notNull(),
    day: date('day', { mode: 'string' }),
    n: bigint('n', { mode: 'number' }).notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    /** State: the job has merged it with all that there was of the same figure. */
    folded: boolean('folded').notNull().default(false),
  },
  (t) => [
    index('document_tallies_by_expiry').on(t.what, t.expires),
    // Documents that lists leave out.
    index('document_tallies_not_listed')
      .on(t.expires)
      .where(sql`what = 'document' and status not in ('active', 'pending')`),
    index('document_tallies_to_fold').on(t.what).where(sql`not folded`),
    index('document_tallies_of_organization')
      .on(t.organizationId, t.expires)
      .where(sql`what = 'organization'`),
  ],
)

/**
 * {@link documentTallies} with the months of the expiry dates, and without them by organisation: few rows for filters without dates.
 * A trigger adds to it whatever is added there (ADR 56).
 */
export const documentSums = pgTable(
  'document_sums',
  {
    what: text('what', { enum: ['document', 'organization', 'grant', 'viewed', 'downloaded'] }).notNull(),
    organizationId: uuid('organization_id'),
    type: text('type'),
    status: text('status'),
    /** The first of the month; 'infinity': none. */
    expires: date('expires', { mode: 'string' }).notNull(),
    day: date('day', { mode: 'string' }),
    n: bigint('n', { mode: 'number' }).notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    folded: boolean('folded').notNull().default(false),
  },
  (t) => [
    index('document_sums_by_expiry').on(t.what, t.expires),
    index('document_sums_to_fold').on(t.what).where(sql`not folded`),
    index('document_sums_of_organization').on(t.organizationId).where(sql`what = 'organization'`),
  ],
)
