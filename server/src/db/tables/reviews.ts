import { reviewOutcomes } from '@deedbox/contract/review-terms.ts'
import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { instant } from './columns.ts'
import { documents } from './documents.ts'

/** Reviews of documents whose period is over (ADR 70): one waits at most; a decided one names the day of the next. */
export const documentReviews = pgTable(
  'document_reviews',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    /** Outcome; null while the review waits, as everything below. */
    outcome: text('outcome', { enum: reviewOutcomes }),
    note: text('note'),
    /** Day of the client's instructions, or of the last try to reach them. */
    day: date('day', { mode: 'string' }),
    nextOn: date('next_on', { mode: 'string' }),
    decidedAt: instant('decided_at'),
    decidedBy: uuid('decided_by').references(() => profiles.id),
    decidedByName: text('decided_by_name'),
  },
  (t) => [
    check(
      'document_reviews_decided',
      sql`num_nulls(outcome, next_on, decided_at, decided_by_name) in (0, 4)`,
    ),
    uniqueIndex('document_reviews_waiting').on(t.documentId).where(sql`outcome is null`),
    index('document_reviews_of_document').on(t.documentId, t.decidedAt),
    index('document_reviews_by_day').on(t.dueOn, t.id),
  ],
)
