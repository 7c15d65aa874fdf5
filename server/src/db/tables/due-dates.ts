import type { State } from '@deedbox/contract/australia.ts'
import type { DocumentKind } from '@deedbox/contract/document-kinds.ts'
import { dueKindNames, dueStatusNames, repeatNames } from '@deedbox/contract/due-date-terms.ts'
import type { MatterKind } from '@deedbox/contract/matter-terms.ts'
import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { instant, sourced } from './columns.ts'
import { documents } from './documents.ts'
import { identityChecks } from './identity-checks.ts'
import { matters } from './matters.ts'

/** Dates that fall due of a matter or of a document (ADR 75), which decides who sees them. */
export const dueDates = pgTable(
  'due_dates',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    matterId: uuid('matter_id').references(() => matters.id),
    documentId: uuid('document_id').references(() => documents.id),
    /** The identity check that is to be done again, by which it is seen. */
    identityCheckId: uuid('identity_check_id').references(() => identityChecks.id),
    /** The rule that proposed it; null: somebody wrote it down. */
    ruleId: uuid('rule_id').references((): AnyPgColumn => dateRules.id),
    kind: text('kind', { enum: dueKindNames }).notNull(),
    title: text('title').notNull(),
    /** Null where the deed only has words. */
    dueOn: date('due_on', { mode: 'string' }),
    /** The day from which its repetitions are counted. */
    firstOn: date('first_on', { mode: 'string' }),
    words: text('words').notNull().default(''),
    clause: text('clause').notNull().default(''),
    repeats: text('repeats', { enum: repeatNames }).notNull().default('never'),
    remindDays: integer('remind_days').array().notNull(),
    status: text('status', { enum: dueStatusNames }).notNull().default('open'),
    reason: text('reason').notNull().default(''),
    settledAt: instant('settled_at'),
    settledByName: text('settled_by_name'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`deedbox_fold(title || ' ' || clause)`),
  },
  (t) => [
    check('due_dates_of_something', sql`num_nonnulls(matter_id, document_id, identity_check_id) > 0`),
    check('due_dates_said', sql`due_on is not null or words <> ''`),
    check('due_dates_settled', sql`(status = 'open') = (settled_at is null)`),
    // The order of the list: a walk along it (db/list.ts), and what reminders look for.
    index('due_dates_by_day').on(sql`coalesce(due_on, 'infinity'::date)`, t.id),
    index('due_dates_open').on(t.dueOn).where(sql`status = 'open'`),
    // The same order of those that are open: what is done lies before them.
    index('due_dates_open_by_day')
      .on(sql`coalesce(due_on, 'infinity'::date)`, t.id)
      .where(sql`status = 'open'`),
    index('due_dates_of_matter').on(t.matterId, t.id).where(sql`matter_id is not null`),
    index('due_dates_of_document').on(t.documentId, t.id).where(sql`document_id is not null`),
    index('due_dates_of_check').on(t.identityCheckId).where(sql`identity_check_id is not null`),
    index('due_dates_search').using('gin', t.searchText.op('gin_trgm_ops')),
  ],
)

/** Rules by which dates are proposed (ADR 76): each with its source, and how certain it is. */
export const dateRules = pgTable('date_rules', {
  id: uuid('id').primaryKey().defaultRandom(),
  kind: text('kind', { enum: dueKindNames }).notNull(),
  title: text('title').notNull(),
  documentKinds: text('document_kinds').array().$type<DocumentKind[]>().notNull(),
  months: integer('months').notNull(),
  days: integer('days').notNull(),
  place: text('place').$type<State>(),
  monthDay: text('month_day'),
  matterKinds: text('matter_kinds').array().$type<MatterKind[]>().notNull(),
  ...sourced(),
  updatedAt: instant('updated_at').notNull(),
})

/** People who are reminded of what falls due. */
export const dueDatePeople = pgTable(
  'due_date_people',
  {
    dueDateId: uuid('due_date_id')
      .notNull()
      .references(() => dueDates.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => profiles.id),
  },
  (t) => [
    primaryKey({ columns: [t.dueDateId, t.userId] }),
    index('due_date_people_of_person').on(t.userId, t.dueDateId),
  ],
)
