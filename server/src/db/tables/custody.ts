import {
  type CustodyPaperKind,
  custodyPaperKindNames,
  type EntryKind,
  entryKindNames,
  type OriginalKind,
  originalKindNames,
  type ScanOutcome,
  scanOutcomeNames,
} from '@deedbox/contract/custody-terms.ts'
import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { instant } from './columns.ts'
import { documents } from './documents.ts'
import { matters } from './matters.ts'

/** Places in which packets lie. Their words never change, so that old entries say what they said; a place is retired instead (ADR 80). */
export const places = pgTable(
  'places',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    place: text('place').notNull(),
    safe: text('safe').notNull().default(''),
    shelf: text('shelf').notNull().default(''),
    position: text('position').notNull().default(''),
    retiredAt: instant('retired_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('places_one').on(
      sql`deedbox_fold(place)`,
      sql`deedbox_fold(safe)`,
      sql`deedbox_fold(shelf)`,
      sql`deedbox_fold(${t.position})`,
    ),
  ],
)

/** Packets of originals, each of one matter, never deleted (ADR 80). */
export const packets = pgTable(
  'packets',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Number within the practice, given by the database. */
    number: integer('number').notNull().generatedAlwaysAsIdentity(),
    seal: text('seal').notNull().default(''),
    matterId: uuid('matter_id')
      .notNull()
      .references(() => matters.id),
    /** The entry that says where it is, set in the transaction that makes it so; null only within the one that inserts the packet. */
    standingId: uuid('standing_id').references((): AnyPgColumn => movements.id),
    createdAt: instant('created_at').notNull(),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`deedbox_fold('P-' || lpad(number::text, 6, '0') || ' ' || seal)`),
  },
  (t) => [
    uniqueIndex('packets_number').on(t.number),
    uniqueIndex('packets_standing').on(t.standingId).where(sql`standing_id is not null`),
    index('packets_of_matter').on(t.matterId, t.number),
    index('packets_search').using('gin', t.searchText.op('gin_trgm_ops')),
  ],
)

/** Originals in packets: paper, or electronic ones with their hash. One leaves its packet by an entry only. */
export const originals = pgTable(
  'originals',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    packetId: uuid('packet_id')
      .notNull()
      .references(() => packets.id),
    /** The scan of it, or the electronic original itself; null: paper without a scan. */
    documentId: uuid('document_id').references(() => documents.id),
    title: text('title').notNull().default(''),
    kind: text('kind').$type<OriginalKind>().notNull(),
    /** SHA-256 of an electronic original, hex. */
    sha256: text('sha256'),
    pages: integer('pages'),
    condition: text('condition').notNull().default(''),
    keepStaples: boolean('keep_staples').notNull().default(false),
    receivedFrom: text('received_from').notNull(),
    /** The day as people say it, which may be long before it was entered; null: not known. */
    receivedOn: date('received_on', { mode: 'string' }),
    addedAt: instant('added_at').notNull(),
    addedBy: uuid('added_by')
      .notNull()
      .references(() => profiles.id),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    check('originals_named', sql`title <> '' or document_id is not null`),
    check('originals_hashed', sql`(kind = 'electronic') = (sha256 is not null)`),
    check('originals_kind', sql.raw(`kind in (${originalKindNames.map((name) => `'${name}'`).join(', ')})`)),
    index('originals_of_packet').on(t.packetId, t.addedAt, t.id),
    index('originals_of_document').on(t.documentId).where(sql`document_id is not null`),
  ],
)

/** Entries of packets, which are only added: the database refuses every other change, and an earlier time than that of the entry before (ADR 80). */
export const movements = pgTable(
  'movements',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    packetId: uuid('packet_id')
      .notNull()
      .references(() => packets.id),
    /** Place among the packet's entries, from 1. */
    number: integer('number').notNull(),
    kind: text('kind').$type<EntryKind>().notNull(),
    at: instant('at').notNull(),
    byId: uuid('by_id')
      .notNull()
      .references(() => profiles.id),
    holderId: uuid('holder_id').references(() => profiles.id),
    placeId: uuid('place_id').references(() => places.id),
    outside: text('outside').notNull().default(''),
    reason: text('reason').notNull().default(''),
    expectedOn: date('expected_on', { mode: 'string' }),
    condition: text('condition').notNull().default(''),
    seal: text('seal').notNull().default(''),
    originalId: uuid('original_id').references(() => originals.id),
    /** The other packet of an original that moved. */
    otherPacketId: uuid('other_packet_id').references(() => packets.id),
    corrects: uuid('corrects').references((): AnyPgColumn => movements.id),
    /** Why an entry is corrected. */
    why: text('why').notNull().default(''),
    never: boolean('never').notNull().default(false),
  },
  (t) => [
    check('movements_kind', sql.raw(`kind in (${entryKindNames.map((name) => `'${name}'`).join(', ')})`)),
    check('movements_corrected_why', sql`(corrects is null) = (why = '')`),
    uniqueIndex('movements_of_packet').on(t.packetId, t.number),
    uniqueIndex('movements_corrected_once').on(t.corrects).where(sql`corrects is not null`),
    // Overdue packets, and the packets in a hand or a place.
    index('movements_expected').on(t.expectedOn).where(sql`expected_on is not null`),
    index('movements_of_holder').on(t.holderId).where(sql`holder_id is not null`),
    index('movements_of_place').on(t.placeId).where(sql`place_id is not null`),
    index('movements_of_original').on(t.originalId, t.at).where(sql`original_id is not null`),
    index('movements_of_other').on(t.otherPacketId).where(sql`other_packet_id is not null`),
  ],
)

/** Documents of the matter that belong to an original or an entry; only added. */
export const custodyPapers = pgTable(
  'custody_papers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    packetId: uuid('packet_id')
      .notNull()
      .references(() => packets.id),
    originalId: uuid('original_id').references(() => originals.id),
    movementId: uuid('movement_id').references(() => movements.id),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id),
    kind: text('kind').$type<CustodyPaperKind>().notNull(),
    addedAt: instant('added_at').notNull(),
    addedBy: uuid('added_by')
      .notNull()
      .references(() => profiles.id),
  },
  (t) => [
    check('custody_papers_of_one', sql`num_nonnulls(original_id, movement_id) = 1`),
    check(
      'custody_papers_kind',
      sql.raw(`kind in (${custodyPaperKindNames.map((name) => `'${name}'`).join(', ')})`),
    ),
    index('custody_papers_of_packet').on(t.packetId, t.addedAt, t.id),
    index('custody_papers_of_document').on(t.documentId),
  ],
)

/** Stock-takes of places, or of everything in the practice. */
export const stockTakes = pgTable(
  'stock_takes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Empty: all places, and what is with its holder. */
    placeIds: uuid('place_ids').array().notNull(),
    begunAt: instant('begun_at').notNull(),
    begunBy: uuid('begun_by')
      .notNull()
      .references(() => profiles.id),
    endedAt: instant('ended_at'),
    endedBy: uuid('ended_by').references(() => profiles.id),
  },
  (t) => [index('stock_takes_newest').on(t.begunAt, t.id)],
)

/** Packets scanned in a stock-take, each once, and those missing at its end. */
export const stockTakeScans = pgTable(
  'stock_take_scans',
  {
    /** Given by the device that scans, so that one sent twice counts once. */
    id: uuid('id').primaryKey(),
    stockTakeId: uuid('stock_take_id')
      .notNull()
      .references(() => stockTakes.id),
    packetId: uuid('packet_id').references(() => packets.id),
    /** Text of the code, where no packet has it. */
    code: text('code').notNull().default(''),
    /** The place in which it was scanned; null: nobody said. */
    placeId: uuid('place_id').references(() => places.id),
    outcome: text('outcome').$type<ScanOutcome>().notNull(),
    at: instant('at').notNull(),
    byId: uuid('by_id')
      .notNull()
      .references(() => profiles.id),
  },
  (t) => [
    check(
      'stock_take_scans_outcome',
      sql.raw(`outcome in (${scanOutcomeNames.map((name) => `'${name}'`).join(', ')})`),
    ),
    uniqueIndex('stock_take_scans_once').on(t.stockTakeId, t.packetId).where(sql`packet_id is not null`),
    index('stock_take_scans_newest').on(t.stockTakeId, t.at, t.id),
    index('stock_take_scans_of_packet').on(t.packetId).where(sql`packet_id is not null`),
  ],
)
