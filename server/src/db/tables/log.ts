import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

/* The transparency log of the audit trail (ADR 60). Leaves, nodes and checkpoints are append-only, as the trail is. */

/** Events that have no leaf yet: filled by a trigger in the transaction of the event, emptied in the one that seals it. */
export const logWaiting = pgTable('log_waiting', {
  eventId: bigint('event_id', { mode: 'number' }).primaryKey(),
})

/** Logs of this deployment, one after the other: only the one that is not frozen grows. */
export const logOrigins = pgTable(
  'log_origins',
  {
    origin: text('origin').primaryKey(),
    /** Verifier key of its checkpoints; the signing key stands outside of the database. */
    verifierKey: text('verifier_key').notNull(),
    begunAt: instant('begun_at').notNull(),
    frozenAt: instant('frozen_at'),
  },
  () => [uniqueIndex('log_origins_current').on(sql`(true)`).where(sql`frozen_at is null`)],
)

export const logLeaves = pgTable(
  'log_leaves',
  {
    origin: text('origin').notNull(),
    index: bigint('index', { mode: 'number' }).notNull(),
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
    /** Bytes that were hashed; never made again from the event. */
    bytes: bytes('bytes').notNull(),
    hash: bytes('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.origin, t.index] }), uniqueIndex('log_leaves_of_event').on(t.eventId)],
)

/** Texts to which a leaf only commits (RFC 9901), apart, so that removing it breaks no proof. */
export const logDisclosures = pgTable('log_disclosures', {
  eventId: bigint('event_id', { mode: 'number' }).primaryKey(),
  disclosures: text('disclosures').array().notNull(),
})

/** Hashes of the levels of tiles above the leaves; with the leaves' hashes, every tile is a range of rows. */
export const logNodes = pgTable(
  'log_nodes',
  {
    origin: text('origin').notNull(),
    level: integer('level').notNull(),
    index: bigint('index', { mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.origin, t.level, t.index] })],
)

export const logCheckpoints = pgTable(
  'log_checkpoints',
  {
    origin: text('origin').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    root: bytes('root').notNull(),
    at: instant('at').notNull(),
    /** Signed note. */
    note: text('note').notNull(),
  },
  (t) => [primaryKey({ columns: [t.origin, t.size] })],
)

/** Checks of the whole log; the newest says what System shows. */
export const logChecks = pgTable('log_checks', {
  at: instant('at').primaryKey(),
  leaves: bigint('leaves', { mode: 'number' }).notNull(),
  problems: text('problems').array().notNull(),
})

/** Lines of signatures with which witnesses answered to a head. Those of unknown kinds are kept too, and count for nothing. */
export const logCosignatures = pgTable(
  'log_cosignatures',
  {
    origin: text('origin').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    line: text('line').notNull(),
    /** Verifier key of the witness whose signature this is; null where the kind or the key is unknown. */
    verifierKey: text('verifier_key'),
    /** Time that the witness says, or the one of the answer. */
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.origin, t.size, t.line] })],
)

/** Last answer of each witness. */
export const logWitnesses = pgTable('log_witnesses', {
  verifierKey: text('verifier_key').primaryKey(),
  addedAt: instant('added_at').notNull(),
  askedAt: instant('asked_at').notNull(),
  /** Head that it cosigned last. */
  origin: text('origin'),
  size: bigint('size', { mode: 'number' }),
  cosignedAt: instant('cosigned_at'),
  /** State: its address is one of this machine, so it proves nothing to others. */
  isHere: boolean('is_here').notNull().default(false),
  /** Sentence of what was wrong with its last answer; null where nothing was. */
  fault: text('fault'),
})

/** Findings of checks of the log, until an administrator settles each with a reason. */
export const logFindings = pgTable(
  'log_findings',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    problem: text('problem').notNull(),
    foundAt: instant('found_at').notNull(),
    /** Time of the newest check that found it. */
    seenAt: instant('seen_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (t) => [uniqueIndex('log_findings_once').on(t.problem)],
)
