import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { instant } from './columns.ts'
import { documents } from './documents.ts'

/** Files of folders that became documents, so that nothing is imported twice. */
export const importedFiles = pgTable(
  'imported_files',
  {
    documentId: uuid('document_id')
      .primaryKey()
      .references(() => documents.id),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => profiles.id),
    /** Path relative to the folder, its parts joined by slashes. */
    path: text('path').notNull(),
    sha256: text('sha256').notNull(),
    importedAt: instant('imported_at').notNull(),
  },
  (t) => [index('imported_files_of_content').on(t.ownerId, t.sha256)],
)
