import { instructionKinds } from '@deedbox/contract/leaving-terms.ts'
import { sql } from 'drizzle-orm'
import { date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { organizations, profiles } from './accounts.ts'
import { instant } from './columns.ts'
import { documents } from './documents.ts'

/** Destructions of the content of organisations that have left (ADR 71): asked for by one administrator, confirmed by another, then done by a job. */
export const destructions = pgTable(
  'destructions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** Ground on which it rests: an instruction to destroy, or a waiver of getting the documents back. */
    kind: text('kind', { enum: instructionKinds }).notNull(),
    words: text('words').notNull(),
    givenBy: text('given_by').notNull(),
    givenOn: date('given_on', { mode: 'string' }).notNull(),
    /** Document of the instruction or waiver; null: none was named. */
    documentId: uuid('document_id').references(() => documents.id),
    askedAt: instant('asked_at').notNull(),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => profiles.id),
    askedByName: text('asked_by_name').notNull(),
    confirmedAt: instant('confirmed_at'),
    confirmedBy: uuid('confirmed_by').references(() => profiles.id),
    confirmedByName: text('confirmed_by_name'),
    /** Time when nothing was left but what a legal hold keeps. */
    endedAt: instant('ended_at'),
  },
  (t) => [
    uniqueIndex('destructions_going_on').on(t.organizationId).where(sql`ended_at is null`),
    index('destructions_of_organization').on(t.organizationId, t.askedAt),
  ],
)

/** Signed receipts of destructions, written in the transaction that destroys the key. */
export const destructionReceipts = pgTable(
  'destruction_receipts',
  {
    documentId: uuid('document_id')
      .primaryKey()
      .references(() => documents.id),
    destructionId: uuid('destruction_id')
      .notNull()
      .references(() => destructions.id),
    at: instant('at').notNull(),
    receipt: text('receipt').notNull(),
  },
  (t) => [index('destruction_receipts_of').on(t.destructionId, t.documentId)],
)
