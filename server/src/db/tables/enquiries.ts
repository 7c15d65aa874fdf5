import { type SQL, sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { instant } from './columns.ts'

/** Messages that people sent with the contact form. */
export const enquiries = pgTable(
  'enquiries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The opened form that it was sent with: one that is sent twice is stored once. */
    formId: uuid('form_id').notNull().unique(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    /** The account that was signed in. */
    userId: uuid('user_id').references(() => profiles.id),
    /** Network that it came from, to limit how many a day. */
    network: text('network'),
    createdAt: instant('created_at').notNull(),
    answeredAt: instant('answered_at'),
    answeredBy: uuid('answered_by').references(() => profiles.id),
    answeredByName: text('answered_by_name'),
    note: text('note').notNull().default(''),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`deedbox_fold(name || ' ' || email || ' ' || phone || ' ' || subject || ' ' || message)`,
      ),
  },
  (t) => [
    index('enquiries_newest').on(t.createdAt, t.id),
    index('enquiries_open').on(t.createdAt, t.id).where(sql`answered_at is null`),
    index('enquiries_of_email').on(t.email, t.createdAt),
    index('enquiries_of_network').on(t.network, t.createdAt),
    index('enquiries_search').using('gin', t.searchText.op('gin_trgm_ops')),
  ],
)
