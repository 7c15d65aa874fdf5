import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'

/** Settings of the deployment in one row: what administrators changed; everything else has its default. */
export const settings = pgTable(
  'settings',
  {
    id: integer('id').primaryKey().default(1),
    /** Rises with every change, so that every server notices it at its next request. */
    version: integer('version').notNull().default(0),
    values: jsonb('values').$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [check('settings_only_one', sql`${t.id} = 1`)],
)
