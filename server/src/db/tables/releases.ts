import { accessLevels } from '@deedbox/contract/document-terms.ts'
import { nominationWayNames, releaseEndNames } from '@deedbox/contract/release-terms.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { instant } from './columns.ts'
import { documents } from './documents.ts'
import { matters } from './matters.ts'

/** Nominations: who may ask for access when somebody dies or cannot act (ADR 82). Their terms never change, but for the absences. */
export const nominations = pgTable(
  'nominations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    documentId: uuid('document_id').references(() => documents.id),
    matterId: uuid('matter_id').references(() => matters.id),
    /** Owner of what belongs to the matter; that of a document is its owner. */
    ownerId: uuid('owner_id').references(() => profiles.id),
    /** State: all documents that are in the matter when a nominee asks. */
    whole: boolean('whole').notNull().default(false),
    /** Document with the client's written instruction; null: the owner named the nominees. */
    instructionId: uuid('instruction_id').references(() => documents.id),
    /** Name of that client, which nominees read; null too where it was not asked for yet. */
    onBehalfOf: text('on_behalf_of'),
    how: text('how', { enum: nominationWayNames }).notNull(),
    quorum: integer('quorum'),
    waitDays: integer('wait_days').notNull(),
    accessLevel: text('access_level', { enum: accessLevels }).notNull(),
    lastsDays: integer('lasts_days'),
    lastsUntil: date('lasts_until', { mode: 'string' }),
    evidence: text('evidence').notNull(),
    needsAgreement: boolean('needs_agreement').notNull(),
    absences: jsonb('absences').$type<{ from: string; until: string }[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => profiles.id),
    createdByName: text('created_by_name').notNull(),
    updatedAt: instant('updated_at').notNull(),
    endedAt: instant('ended_at'),
    endedByName: text('ended_by_name'),
  },
  (t) => [
    check('nominations_of_one', sql`num_nonnulls(document_id, matter_id) = 1`),
    check('nominations_owner', sql`(matter_id is null) = (owner_id is null)`),
    check('nominations_wait', sql`wait_days between 1 and 90`),
    check('nominations_last', sql`num_nonnulls(lasts_days, lasts_until) = 1`),
    check('nominations_quorum', sql`(how = 'quorum') = (quorum is not null)`),
    index('nominations_newest').on(t.createdAt, t.id),
    index('nominations_of_document').on(t.documentId).where(sql`document_id is not null`),
    index('nominations_of_matter').on(t.matterId).where(sql`matter_id is not null`),
    index('nominations_of_owner').on(t.ownerId).where(sql`owner_id is not null`),
  ],
)

/** Documents of the matter that a nomination names one by one. */
export const nominationDocuments = pgTable(
  'nomination_documents',
  {
    nominationId: uuid('nomination_id')
      .notNull()
      .references(() => nominations.id),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id),
  },
  (t) => [primaryKey({ columns: [t.nominationId, t.documentId] })],
)

export const nominees = pgTable(
  'nominees',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    nominationId: uuid('nomination_id')
      .notNull()
      .references(() => nominations.id),
    position: integer('position').notNull(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    afterDays: integer('after_days').notNull(),
    /** Account with which they accepted; from then on it is this account, whatever its email. */
    userId: uuid('user_id').references(() => profiles.id),
    acceptedAt: instant('accepted_at'),
    declinedAt: instant('declined_at'),
    /** Time when they last accepted or confirmed. */
    confirmedAt: instant('confirmed_at'),
  },
  (t) => [
    check('nominees_accepted', sql`(user_id is null) = (accepted_at is null)`),
    uniqueIndex('nominees_once').on(t.nominationId, t.email),
    index('nominees_of_email').on(t.email).where(sql`user_id is null`),
    index('nominees_of_person').on(t.userId).where(sql`user_id is not null`),
  ],
)

/** Askings that count together: those of all nominees of a quorum, or of one nominee. */
export const releases = pgTable(
  'releases',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    nominationId: uuid('nomination_id')
      .notNull()
      .references(() => nominations.id),
    rehearsal: boolean('rehearsal').notNull(),
    begunAt: instant('begun_at').notNull(),
    /** Times by the rules (contract/src/release-rules.ts): when the first access begins, and until when all of it lasts. */
    begins: instant('begins'),
    ends: instant('ends'),
    /** Time when it was stopped, or found to be over for good. */
    overAt: instant('over_at'),
    overHow: text('over_how', { enum: releaseEndNames }),
    overByName: text('over_by_name').notNull().default(''),
    reason: text('reason').notNull().default(''),
  },
  (t) => [
    check('releases_over', sql`(over_at is null) = (over_how is null)`),
    index('releases_of_nomination').on(t.nominationId, t.begunAt),
    index('releases_running').on(t.begunAt, t.id).where(sql`over_at is null`),
  ],
)

export const askings = pgTable(
  'askings',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    releaseId: uuid('release_id')
      .notNull()
      .references(() => releases.id),
    nomineeId: uuid('nominee_id')
      .notNull()
      .references(() => nominees.id),
    askedAt: instant('asked_at').notNull(),
    message: text('message').notNull(),
    /** Time when the evidence was there; that of the asking where none is needed. */
    evidenceAt: instant('evidence_at'),
    agreedAt: instant('agreed_at'),
    agreedByName: text('agreed_by_name'),
    withdrawnAt: instant('withdrawn_at'),
  },
  (t) => [
    uniqueIndex('askings_once').on(t.releaseId, t.nomineeId).where(sql`withdrawn_at is null`),
    index('askings_of_nominee').on(t.nomineeId, t.askedAt),
  ],
)

/** Evidence that a nominee brought: documents of the owner. */
export const askingEvidence = pgTable(
  'asking_evidence',
  {
    askingId: uuid('asking_id')
      .notNull()
      .references(() => askings.id),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id),
  },
  (t) => [primaryKey({ columns: [t.askingId, t.documentId] })],
)

/**
 * Documents that were named when a nominee asked, and the time of access to each; never in a rehearsal. `policy/visible.ts` reads it, and only
 * `release/nominations/settle.ts` writes it.
 */
export const releasedDocuments = pgTable(
  'released_documents',
  {
    askingId: uuid('asking_id')
      .notNull()
      .references(() => askings.id),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => profiles.id),
    accessLevel: text('access_level', { enum: accessLevels }).notNull(),
    /** Null while a condition is missing: then nothing opens. */
    begins: instant('begins'),
    ends: instant('ends'),
    /** Time when it was stopped, whenever it would have begun or ended. */
    overAt: instant('over_at'),
  },
  (t) => [
    primaryKey({ columns: [t.askingId, t.documentId] }),
    check(
      'released_documents_times',
      sql`(begins is null) = (ends is null) and (begins is null or begins < ends)`,
    ),
    // Documents that somebody may open (`visibleTo`), without a look at the rows themselves.
    index('released_documents_of_reader')
      .on(t.userId, t.documentId, t.begins, t.ends)
      .where(sql`over_at is null`),
    // Also what is over, which the access to a document shows.
    index('released_documents_of_document').on(t.documentId),
  ],
)
