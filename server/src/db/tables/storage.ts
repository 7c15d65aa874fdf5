import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * Id of this deployment in one row, which its content store carries too (ADR 7). It is inserted at the first start and not by a migration,
 * because a migrated database may be a template that many deployments are copied from.
 */
export const deployment = pgTable(
  'deployment',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    createdAt: instant('created_at').notNull(),
    /** Time when the store was marked; null until then. */
    storeMarkedAt: instant('store_marked_at'),
    /** Time since when the sweep moves nothing because too many files have no record; null while it works normally. */
    sweepRefusedAt: instant('sweep_refused_at'),
    /** Time when this was last audited: once a day is enough. */
    sweepReportedAt: instant('sweep_reported_at'),
    /** Number of files in the store when the sweep last refused. */
    sweepFiles: integer('sweep_files'),
  },
  () => [uniqueIndex('deployment_only_one').on(sql`(true)`)],
)

/** Paths ever reserved for an upload. Rows are never deleted, so no path is used twice. */
export const contentPaths = pgTable('content_paths', {
  path: text('path').primaryKey(),
  /** The document that was being uploaded; null for a path that was only found in the store. */
  documentId: uuid('document_id'),
  takenAt: instant('taken_at').notNull(),
})

/** Files in the store that belong to no document: found by the sweep, then moved to the quarantine. */
export const unrecordedContent = pgTable(
  'unrecorded_content',
  {
    path: text('path').primaryKey(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    storedAt: instant('stored_at').notNull(),
    /** State: this database reserved the path, so an upload was cut off. Otherwise the database is older than the store. */
    known: boolean('known').notNull(),
    /** Time when the sweep last saw it outside the quarantine. */
    seenAt: instant('seen_at').notNull(),
    /** Time when it was moved to the quarantine. */
    movedAt: instant('moved_at'),
    /** Time when it was copied back, because it belongs to a document after all. */
    returnedAt: instant('returned_at'),
  },
  (t) => [
    index('unrecorded_content_newest').on(t.storedAt, t.path),
    index('unrecorded_content_moved').on(t.movedAt),
  ],
)
