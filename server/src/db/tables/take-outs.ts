import type { EvidenceFilter } from '@deedbox/contract/evidence.ts'
import type { missingReasons } from '@deedbox/contract/take-outs.ts'
import { takeOutStates } from '@deedbox/contract/take-outs.ts'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { organizations, profiles } from './accounts.ts'
import { instant } from './columns.ts'

/** A document that is not in a ZIP. */
export type Missing = { documentId: string; why: (typeof missingReasons)[number] }

/** Progress of each person's take-outs; the audit trail keeps what was taken out. */
export const takeOuts = pgTable(
  'take_outs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => profiles.id),
    /** The session that began it, which alone may fetch it. */
    sessionId: uuid('session_id').notNull(),
    /** Organisation; null for the person's own documents. */
    organizationId: uuid('organization_id').references(() => organizations.id),
    /** Scope of the evidence; null for a download of documents. Of evidence, `documents` counts the events. */
    evidence: jsonb('evidence').$type<{ filter: EvidenceFilter; withDocuments: boolean }>(),
    state: text('state', { enum: takeOutStates }).notNull().default('waiting'),
    startedAt: instant('started_at').notNull(),
    /** Time written every second while it runs: a take-out that has fallen silent has failed. */
    seenAt: instant('seen_at').notNull(),
    documents: integer('documents').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    documentsDone: integer('documents_done').notNull().default(0),
    bytesDone: bigint('bytes_done', { mode: 'number' }).notNull().default(0),
    /** The first 100. */
    missing: jsonb('missing').$type<Missing[]>().notNull().default([]),
  },
  (t) => [
    index('take_outs_of_person').on(t.userId, t.startedAt),
    uniqueIndex('take_outs_one_at_a_time').on(t.userId).where(sql`state in ('waiting', 'running')`),
  ],
)
