import { integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { instant } from './columns.ts'
import { documents } from './documents.ts'

/** Versions of the same document (ADR 84): those of one chain in the order of their numbers, which have gaps where one was taken apart. */
export const documentVersions = pgTable(
  'document_versions',
  {
    documentId: uuid('document_id')
      .primaryKey()
      .references(() => documents.id),
    chainId: uuid('chain_id').notNull(),
    number: integer('number').notNull(),
    addedAt: instant('added_at').notNull(),
    addedBy: uuid('added_by')
      .notNull()
      .references(() => profiles.id),
    addedByName: text('added_by_name').notNull(),
  },
  (t) => [uniqueIndex('document_versions_in_order').on(t.chainId, t.number)],
)
