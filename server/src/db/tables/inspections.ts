import type { State } from '@deedbox/contract/australia.ts'
import { accessLevels } from '@deedbox/contract/document-terms.ts'
import { inspectionRefusalNames } from '@deedbox/contract/inspection-terms.ts'
import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { instant, sourced } from './columns.ts'
import { documents } from './documents.ts'

/** Persons who may inspect a will after a death (ADR 88): each with its Act, its source and how certain it is. Never deleted, as requests name them. */
export const entitledPersons = pgTable('entitled_persons', {
  id: uuid('id').primaryKey().defaultRandom(),
  state: text('state').$type<State>().notNull(),
  title: text('title').notNull(),
  ...sourced(),
  updatedAt: instant('updated_at').notNull(),
})

/** Requests to inspect a will, by people outside. */
export const inspections = pgTable(
  'inspections',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The opened form that it was sent with: one that is sent twice is stored once. */
    formId: uuid('form_id').notNull().unique(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    deceased: text('deceased').notNull(),
    diedOn: date('died_on', { mode: 'string' }),
    groundId: uuid('ground_id')
      .notNull()
      .references(() => entitledPersons.id),
    message: text('message').notNull(),
    /** Network that it came from, to limit how many a day. */
    network: text('network'),
    createdAt: instant('created_at').notNull(),
    decidedAt: instant('decided_at'),
    decidedBy: uuid('decided_by').references(() => profiles.id),
    decidedByName: text('decided_by_name'),
    /** Why it was refused; null where something was given. */
    refusal: text('refusal', { enum: inspectionRefusalNames }),
    /** What was given, and its last day; null where it was refused, and of what was decided before they were kept. */
    accessLevel: text('access_level', { enum: accessLevels }),
    expiresOn: date('expires_on', { mode: 'string' }),
    note: text('note').notNull().default(''),
  },
  (t) => [
    check('inspections_decided', sql`(decided_at is null) = (decided_by_name is null)`),
    index('inspections_newest').on(t.createdAt, t.id),
    index('inspections_open').on(t.createdAt, t.id).where(sql`decided_at is null`),
    index('inspections_of_email').on(t.email, t.createdAt),
    index('inspections_of_network').on(t.network, t.createdAt),
  ],
)

/** Evidence that whoever asks has brought: documents of the practice. */
export const inspectionEvidence = pgTable(
  'inspection_evidence',
  {
    inspectionId: uuid('inspection_id')
      .notNull()
      .references(() => inspections.id),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id),
  },
  (t) => [primaryKey({ columns: [t.inspectionId, t.documentId] })],
)

/** Documents that a person was let inspect. */
export const inspectionDocuments = pgTable(
  'inspection_documents',
  {
    inspectionId: uuid('inspection_id')
      .notNull()
      .references(() => inspections.id),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id),
  },
  (t) => [primaryKey({ columns: [t.inspectionId, t.documentId] })],
)
