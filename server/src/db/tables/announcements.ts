import type { Audience } from '@deedbox/contract/announcements.ts'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { instant } from './columns.ts'

/** Messages that administrators wrote to many people. Their emails are in mail_messages. */
export const announcements = pgTable(
  'announcements',
  {
    /** Id made by the form: an announcement that is sent twice is stored once. */
    id: uuid('id').primaryKey(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    audience: jsonb('audience').$type<Audience>().notNull(),
    senderId: uuid('sender_id')
      .notNull()
      .references(() => profiles.id),
    senderName: text('sender_name').notNull(),
    /** Number of people it was for when it was sent; once it is done, number of emails. */
    recipients: integer('recipients').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The last address for which an email was queued: the next batch begins after it. */
    cursor: text('cursor').notNull().default(''),
    /** Time when the last email was queued. */
    doneAt: instant('done_at'),
  },
  (t) => [
    index('announcements_newest').on(t.createdAt, t.id),
    index('announcements_to_send').on(t.createdAt, t.id).where(sql`done_at is null`),
  ],
)
