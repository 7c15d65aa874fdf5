import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * Calls within a minute of those that are limited (`kernel/http/rates.ts`), on PostgreSQL only, for all servers. Unlogged: counting
 * waits for no disk, and after a crash of the database every count begins again.
 */
export const rateCounts = pgTable('rate_counts', {
  /** A hash of what is limited and of who calls. */
  key: text('key').primaryKey(),
  calls: integer('calls').notNull(),
  endsAt: instant('ends_at').notNull(),
})
