import type { Capacity } from '@deedbox/contract/copy-capacities.ts'
import { copyKindNames } from '@deedbox/contract/copy-terms.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { instant } from './columns.ts'
import { movements, originals } from './custody.ts'
import { documents } from './documents.ts'

/** Copies of documents that anybody can check by a code (ADR 81). Each is a document of its own; `withdrawn_at` is set once. */
export const copies = pgTable(
  'copies',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id),
    sourceId: uuid('source_id')
      .notNull()
      .references(() => documents.id),
    kind: text('kind', { enum: copyKindNames }).notNull(),
    /** SHA-256 of the source's file, and of the code, hex: the code itself stands in the copy only. */
    sourceSha256: text('source_sha256').notNull(),
    codeHash: text('code_hash').notNull(),
    pages: integer('pages').notNull(),
    madeAt: instant('made_at').notNull(),
    madeBy: uuid('made_by')
      .notNull()
      .references(() => profiles.id),
    madeByName: text('made_by_name').notNull(),
    /** Statement of whoever certified it: capacity, its number, the day on which they sighted the original, and the entry that says so. */
    capacity: text('capacity').$type<Capacity>(),
    registration: text('registration').notNull().default(''),
    sightedOn: date('sighted_on', { mode: 'string' }),
    originalId: uuid('original_id').references(() => originals.id),
    sightingId: uuid('sighting_id').references(() => movements.id),
    /** State: its code is answered on the public page. */
    checked: boolean('checked').notNull().default(true),
    withdrawnAt: instant('withdrawn_at'),
    withdrawnBy: uuid('withdrawn_by').references(() => profiles.id),
    reason: text('reason').notNull().default(''),
  },
  (t) => [
    check('copies_not_itself', sql`${t.documentId} <> ${t.sourceId}`),
    check(
      'copies_certified',
      sql`num_nulls(capacity, sighted_on, original_id, sighting_id) = case when kind = 'certified' then 0 else 4 end`,
    ),
    check('copies_withdrawn', sql`(withdrawn_at is null) = (withdrawn_by is null)`),
    uniqueIndex('copies_code').on(t.codeHash),
    uniqueIndex('copies_document').on(t.documentId),
    index('copies_of_source').on(t.sourceId, t.madeAt, t.id),
  ],
)
