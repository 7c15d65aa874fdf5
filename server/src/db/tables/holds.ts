import { holdKinds } from '@deedbox/contract/hold-terms.ts'
import { sql } from 'drizzle-orm'
import { date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { instant } from './columns.ts'
import { documents } from './documents.ts'

/**
 * Legal holds (ADR 68): in force until `ended_at` is set, by those who lift it or by the job that finds its last day over. The trigger on
 * `documents` knows no other clock.
 */
export const legalHolds = pgTable(
  'legal_holds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', { enum: holdKinds }).notNull(),
    /** Id of the document, person or organisation, or the key of the client (db/client-key.ts). */
    subject: text('subject').notNull(),
    /** Name of the thing when the hold was set. */
    name: text('name').notNull(),
    reason: text('reason').notNull(),
    /** Last day, in the deployment's time zone; null: until it is lifted. */
    endsOn: date('ends_on', { mode: 'string' }),
    setAt: instant('set_at').notNull(),
    setBy: uuid('set_by')
      .notNull()
      .references(() => profiles.id),
    setByName: text('set_by_name').notNull(),
    /** Request to lift it: by whom, when and why; null while there is none. */
    askedAt: instant('asked_at'),
    askedBy: uuid('asked_by').references(() => profiles.id),
    askedByName: text('asked_by_name'),
    askedWhy: text('asked_why'),
    endedAt: instant('ended_at'),
    /** Administrator who lifted it; null: its last day was over. */
    endedBy: uuid('ended_by').references(() => profiles.id),
    endedByName: text('ended_by_name'),
  },
  (t) => [
    index('legal_holds_in_force').on(t.kind, t.subject).where(sql`ended_at is null`),
    index('legal_holds_newest').on(t.setAt, t.id),
  ],
)

/**
 * Documents that a hold on a client, a person or an organisation covered when they were given to another: it goes on covering them. A trigger
 * on `documents` fills it.
 */
export const heldDocuments = pgTable(
  'held_documents',
  {
    holdId: uuid('hold_id')
      .notNull()
      .references(() => legalHolds.id),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id),
  },
  (t) => [
    primaryKey({ columns: [t.holdId, t.documentId] }),
    index('held_documents_of_document').on(t.documentId),
  ],
)
