import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { instant } from './columns.ts'

/** Outgoing mail, inserted in the transaction that causes it. It never holds a code or a token. */
export const mailMessages = pgTable(
  'mail_messages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    status: text('status', { enum: ['waiting', 'sent', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    /** The person who caused it, if it contains what they typed. */
    senderId: uuid('sender_id'),
    /** The recipient had no account at the time. */
    outside: boolean('outside').notNull().default(false),
    /** The announcement that it brings, if it does. */
    announcementId: uuid('announcement_id'),
  },
  (t) => [
    index('mail_messages_newest').on(t.createdAt, t.id),
    index('mail_messages_of_status').on(t.status, t.createdAt, t.id),
    index('mail_messages_outside').on(t.senderId, t.createdAt).where(sql`outside`),
    // The index keeps anybody from getting an announcement twice, whatever happens between two batches.
    uniqueIndex('mail_messages_announced_once')
      .on(t.announcementId, t.recipient)
      .where(sql`announcement_id is not null`),
    index('mail_messages_of_announcement')
      .on(t.announcementId, t.status)
      .where(sql`announcement_id is not null`),
  ],
)

/** Messages reported by their recipient, each once. From then on the sender's mail to that address is stopped. */
export const mailReports = pgTable(
  'mail_reports',
  {
    mailId: uuid('mail_id').primaryKey(),
    senderId: uuid('sender_id')
      .notNull()
      .references(() => profiles.id),
    recipient: text('recipient').notNull(),
    kind: text('kind').notNull(),
    /** Text that the sender wrote in it; blank if nothing. */
    message: text('message').notNull(),
    sentAt: instant('sent_at').notNull(),
    reportedAt: instant('reported_at').notNull(),
  },
  (t) => [index('mail_reports_of_sender').on(t.senderId, t.recipient)],
)
