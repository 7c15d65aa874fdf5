import {
  type Nature,
  natures,
  type PartyKind,
  type PartyRole,
  partyKinds,
  partyRoleNames,
} from '@deedbox/contract/party-terms.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { instant } from './columns.ts'
import { documentAccess, documents } from './documents.ts'
import { matters } from './matters.ts'

/** People, companies and classes of people who are party to matters, each entered once (ADR 79). */
export const parties = pgTable(
  'parties',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', { enum: Object.keys(partyKinds) as [PartyKind, ...PartyKind[]] }).notNull(),
    name: text('name').notNull(),
    /** Digits only. */
    abn: text('abn').notNull().default(''),
    acn: text('acn').notNull().default(''),
    email: text('email').notNull().default(''),
    bornOn: date('born_on', { mode: 'string' }),
    notes: text('notes').notNull().default(''),
    /** The party that it is the same as; that one is not merged itself. */
    mergedInto: uuid('merged_into').references((): AnyPgColumn => parties.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`deedbox_fold(name || ' ' || abn || ' ' || acn || ' ' || email)`),
  },
  (t) => [
    index('parties_by_name').on(sql`lower(coalesce(name, ''))`, t.id),
    index('parties_of_acn').on(t.acn).where(sql`acn <> ''`),
    index('parties_of_abn').on(t.abn).where(sql`abn <> ''`),
    index('parties_merged').on(t.mergedInto).where(sql`merged_into is not null`),
    index('parties_search').using('gin', t.searchText.op('gin_trgm_ops')),
  ],
)

/** Roles of parties in matters, as they were recorded: ended once, and corrected by another row, never deleted (ADR 79). */
export const matterRoles = pgTable(
  'matter_roles',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    matterId: uuid('matter_id')
      .notNull()
      .references(() => matters.id),
    partyId: uuid('party_id')
      .notNull()
      .references(() => parties.id),
    role: text('role', { enum: partyRoleNames as [PartyRole, ...PartyRole[]] }).notNull(),
    nature: text('nature', { enum: Object.keys(natures) as [Nature, ...Nature[]] }),
    /** First day; null: not known. */
    fromDay: date('from_day', { mode: 'string' }),
    fromDocument: uuid('from_document').references(() => documents.id),
    fromClause: text('from_clause').notNull().default(''),
    /** The party who made the instrument. */
    fromBy: uuid('from_by').references(() => parties.id),
    /** Last day; null: it has not ended. */
    untilDay: date('until_day', { mode: 'string' }),
    untilDocument: uuid('until_document').references(() => documents.id),
    untilClause: text('until_clause').notNull().default(''),
    untilBy: uuid('until_by').references(() => parties.id),
    note: text('note').notNull().default(''),
    corrects: uuid('corrects').references((): AnyPgColumn => matterRoles.id),
    reason: text('reason').notNull().default(''),
    /** State: there never was such a role. */
    never: boolean('never').notNull().default(false),
    recordedAt: instant('recorded_at').notNull(),
    recordedBy: uuid('recorded_by')
      .notNull()
      .references(() => profiles.id),
  },
  (t) => [
    index('matter_roles_of_matter').on(t.matterId, t.recordedAt, t.id),
    index('matter_roles_of_party').on(t.partyId),
    index('matter_roles_by_maker').on(t.fromBy).where(sql`from_by is not null`),
    index('matter_roles_by_instrument').on(t.fromDocument).where(sql`from_document is not null`),
    uniqueIndex('matter_roles_corrected_once').on(t.corrects).where(sql`corrects is not null`),
  ],
)

/** Deaths of parties, as they were recorded: corrected by another row, never deleted (ADR 85). */
export const partyDeaths = pgTable(
  'party_deaths',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    partyId: uuid('party_id')
      .notNull()
      .references(() => parties.id),
    diedOn: date('died_on', { mode: 'string' }).notNull(),
    /** The document that proves it; null: not there yet. */
    documentId: uuid('document_id').references(() => documents.id),
    note: text('note').notNull().default(''),
    corrects: uuid('corrects').references((): AnyPgColumn => partyDeaths.id),
    reason: text('reason').notNull().default(''),
    /** State: the person is alive after all. */
    never: boolean('never').notNull().default(false),
    recordedAt: instant('recorded_at').notNull(),
    recordedBy: uuid('recorded_by')
      .notNull()
      .references(() => profiles.id),
    /** Time when somebody confirmed having seen the evidence, and who. */
    seenAt: instant('seen_at'),
    seenBy: uuid('seen_by').references(() => profiles.id),
  },
  (t) => [
    index('party_deaths_of_party').on(t.partyId, t.recordedAt),
    index('party_deaths_unseen').on(t.recordedAt, t.id).where(sql`seen_at is null`),
    uniqueIndex('party_deaths_corrected_once').on(t.corrects).where(sql`corrects is not null`),
  ],
)

/** Powers on which access rests: the grant, the document of the power, and the party who gave it (ADR 85). */
export const grantPowers = pgTable(
  'grant_powers',
  {
    grantId: uuid('grant_id')
      .primaryKey()
      .references(() => documentAccess.id),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id),
    partyId: uuid('party_id')
      .notNull()
      .references(() => parties.id),
    setAt: instant('set_at').notNull(),
    setBy: uuid('set_by')
      .notNull()
      .references(() => profiles.id),
  },
  (t) => [index('grant_powers_of_party').on(t.partyId), index('grant_powers_by_power').on(t.documentId)],
)
