import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Purpose } from '../../platform/encryption/keys.ts'
import { profiles } from './accounts.ts'
import { instant } from './columns.ts'

/** Master keys, with the time when each was first used to wrap what is new here, and how far everything has been wrapped by it again. */
export const masterKeys = pgTable('master_keys', {
  id: text('id').primaryKey(),
  /** null: it was made, and was never the first. */
  firstSeenAt: instant('first_seen_at'),
  /** Number of keys and secrets that were under other master keys when wrapping them again began; null: it has not begun. */
  toRewrap: integer('to_rewrap'),
  rewrapped: integer('rewrapped').notNull().default(0),
  /** Time when nothing was under another key any more; null: not yet known. */
  settledAt: instant('settled_at'),
  /** ARN of a key of AWS KMS, a space, and the master key encrypted by it, in base64; null: it is in a file or in the environment. */
  kmsBlob: text('kms_blob'),
})

/** Secrets that were once derived from a master key and stay the same when it is replaced, sealed by the current one. */
export const keptSecrets = pgTable('kept_secrets', {
  purpose: text('purpose').$type<Purpose>().primaryKey(),
  sealed: text('sealed').notNull(),
})

/** Escrows: each time that a master key was divided into parts for people to keep. The parts themselves are stored nowhere. */
export const keyEscrows = pgTable(
  'key_escrows',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    masterKeyId: text('master_key_id').notNull(),
    /** Mark that every part of it carries, in hex: parts of two escrows are never put together. */
    mark: text('mark').notNull(),
    parts: integer('parts').notNull(),
    threshold: integer('threshold').notNull(),
    madeAt: instant('made_at').notNull(),
    madeBy: uuid('made_by')
      .notNull()
      .references(() => profiles.id),
    madeByName: text('made_by_name').notNull(),
    /** Time when parts of it were last put together and opened a document. */
    drilledAt: instant('drilled_at'),
  },
  (t) => [index('key_escrows_newest').on(t.madeAt)],
)
