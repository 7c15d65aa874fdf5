import { matterFileNames, type RowOutcome, rowOutcomeNames } from '@deedbox/contract/matter-files.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { instant } from './columns.ts'

/** Imports of matters, parties and dates from files (ADR 87); their rows go 30 days after they ended. */
export const matterImports = pgTable(
  'matter_imports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', { enum: matterFileNames }).notNull(),
    fileName: text('file_name').notNull(),
    /** State: what is there and differs is changed to what the file says. */
    overwrite: boolean('overwrite').notNull(),
    startedBy: uuid('started_by')
      .notNull()
      .references(() => profiles.id),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    /** Why it stopped before its last row. */
    failure: text('failure'),
  },
  (t) => [
    index('matter_imports_newest').on(t.startedAt, t.id),
    index('matter_imports_running').on(t.startedAt).where(sql`ended_at is null`),
  ],
)

export const matterImportRows = pgTable(
  'matter_import_rows',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => matterImports.id),
    line: integer('line').notNull(),
    cells: jsonb('cells').$type<Record<string, string>>().notNull(),
    /** Null: it waits. */
    outcome: text('outcome', { enum: rowOutcomeNames }).$type<RowOutcome>(),
    problems: text('problems').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.line] }),
    index('matter_import_rows_waiting').on(t.importId, t.line).where(sql`outcome is null`),
  ],
)
