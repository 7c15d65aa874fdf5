import type { State } from '@deedbox/contract/australia.ts'
import { accessLevels } from '@deedbox/contract/document-terms.ts'
import {
  type MatterKind,
  type MatterStatus,
  matterKinds,
  matterStatuses,
} from '@deedbox/contract/matter-terms.ts'
import { type SQL, sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { organizations, profiles } from './accounts.ts'
import { instant } from './columns.ts'

/** Runs in which clients became matters at once (ADR 77), by which they are undone. */
export const matterRuns = pgTable(
  'matter_runs',
  {
    id: uuid('id').primaryKey(),
    begunBy: uuid('begun_by')
      .notNull()
      .references(() => profiles.id),
    begunByName: text('begun_by_name').notNull(),
    begunAt: instant('begun_at').notNull(),
  },
  (t) => [index('matter_runs_newest').on(t.begunAt, t.id)],
)

/** Matters: trusts, estates, funds, companies and people, for whom documents are kept (ADR 74). */
export const matters = pgTable(
  'matters',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    kind: text('kind', { enum: Object.keys(matterKinds) as [MatterKind, ...MatterKind[]] }).notNull(),
    reference: text('reference').notNull().default(''),
    /** Digits only. */
    abn: text('abn').notNull().default(''),
    acn: text('acn').notNull().default(''),
    /** State or territory; null: not known. */
    governingLaw: text('governing_law').$type<State>(),
    status: text('status', { enum: Object.keys(matterStatuses) as [MatterStatus, ...MatterStatus[]] })
      .notNull()
      .default('open'),
    responsibleId: uuid('responsible_id').references(() => profiles.id),
    organizationId: uuid('organization_id').references(() => organizations.id),
    notes: text('notes').notNull().default(''),
    /** The run that made it of a client; null: somebody made it by itself. */
    runId: uuid('run_id').references(() => matterRuns.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`deedbox_fold(name || ' ' || reference || ' ' || abn || ' ' || acn)`),
  },
  (t) => [
    // Each order of the list: a walk along it (db/list.ts).
    // By name with all that a search reads, so that the walk past what does not match reads the index alone.
    index('matters_by_name').on(sql`lower(coalesce(name, ''))`, t.id, t.name, t.searchText, t.organizationId),
    index('matters_by_reference').on(sql`lower(coalesce(reference, ''))`, t.id),
    index('matters_newest').on(t.createdAt, t.id),
    index('matters_of_organization').on(t.organizationId, t.id).where(sql`organization_id is not null`),
    index('matters_of_responsible').on(t.responsibleId, t.id).where(sql`responsible_id is not null`),
    index('matters_of_run').on(t.runId, t.id).where(sql`run_id is not null`),
    index('matters_search').using('gin', t.searchText.op('gin_trgm_ops')),
  ],
)

/** Shares of matters (ADR 83): by each one person has grants on the documents of a matter, which are rows of `document_access` that name it. */
export const matterShares = pgTable(
  'matter_shares',
  {
    id: uuid('id').primaryKey(),
    matterId: uuid('matter_id')
      .notNull()
      .references(() => matters.id),
    userEmail: text('user_email').notNull(),
    accessLevel: text('access_level', { enum: accessLevels }).notNull(),
    /** State: it also gives the documents that enter the matter while it runs. */
    later: boolean('later').notNull(),
    endsAt: instant('ends_at').notNull(),
    notes: text('notes'),
    givenBy: uuid('given_by')
      .notNull()
      .references(() => profiles.id),
    givenByName: text('given_by_name').notNull(),
    givenAt: instant('given_at').notNull(),
    /** Null while it runs; one whose end has passed may not be marked yet. */
    endedAt: instant('ended_at'),
  },
  (t) => [
    index('matter_shares_running').on(t.matterId, t.givenAt, t.id).where(sql`ended_at is null`),
    index('matter_shares_of_person').on(t.userEmail),
  ],
)
