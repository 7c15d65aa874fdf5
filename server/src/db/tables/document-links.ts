import { relationNames } from '@deedbox/contract/link-terms.ts'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { instant } from './columns.ts'
import { documents } from './documents.ts'

/** Effects of documents on others (ADR 78): in force until `removed_at` is set. Two documents have one link at most. */
export const documentLinks = pgTable(
  'document_links',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    fromId: uuid('from_id')
      .notNull()
      .references(() => documents.id),
    relation: text('relation', { enum: relationNames as [(typeof relationNames)[number]] }).notNull(),
    toId: uuid('to_id')
      .notNull()
      .references(() => documents.id),
    addedAt: instant('added_at').notNull(),
    addedBy: uuid('added_by')
      .notNull()
      .references(() => profiles.id),
    addedByName: text('added_by_name').notNull(),
    removedAt: instant('removed_at'),
    removedBy: uuid('removed_by').references(() => profiles.id),
    removedByName: text('removed_by_name'),
  },
  (t) => [
    check('document_links_two', sql`${t.fromId} <> ${t.toId}`),
    uniqueIndex('document_links_one')
      .on(sql`least(from_id, to_id)`, sql`greatest(from_id, to_id)`)
      .where(sql`removed_at is null`),
    index('document_links_from').on(t.fromId).where(sql`removed_at is null`),
    index('document_links_to').on(t.toId).where(sql`removed_at is null`),
  ],
)

/** Signatories of a document, in their order. */
export const documentSignatories = pgTable(
  'document_signatories',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id),
    place: smallint('place').notNull(),
    name: text('name').notNull(),
    capacity: text('capacity').notNull(),
    witness: text('witness').notNull(),
  },
  (t) => [primaryKey({ columns: [t.documentId, t.place] })],
)
