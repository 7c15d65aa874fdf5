import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { documents } from './documents.ts'

/**
 * The words of each document's text, as keyed hashes (ADR 45). A document without a row has not been read yet.
 * The rows go with the content's key.
 */
export const documentWords = pgTable(
  'document_words',
  {
    documentId: uuid('document_id')
      .primaryKey()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** Hashes, distinct and sorted: the first 8 bytes of an HMAC-SHA-256 each. */
    hashes: bigint('hashes', { mode: 'bigint' }).array().notNull().default(sql`'{}'`),
    /** 'partly': some pages could not be read, or there are too many. 'nothing': it has no text. */
    outcome: text('outcome', { enum: ['begun', 'read', 'partly', 'nothing', 'unreadable'] }).notNull(),
    /** Reader of the words: the version of the rules for words, then what can be drawn. */
    reader: text('reader').notNull(),
    /** Number of times that this reader began; a document that ends the process is not begun for ever. */
    attempts: integer('attempts').notNull().default(1),
    readAt: instant('read_at').notNull(),
  },
  (t) => [
    check(
      'document_words_outcome',
      sql`${t.outcome} in ('begun', 'read', 'partly', 'nothing', 'unreadable')`,
    ),
    index('document_words_hashes').using('gin', t.hashes),
    index('document_words_unreadable').on(t.reader).where(sql`outcome = 'unreadable' and hashes = '{}'`),
    index('document_words_begun').on(t.readAt).where(sql`outcome = 'begun'`),
  ],
)

/** Key of the hashes in one row, and how far all documents have been walked, in order of time. */
export const wordIndex = pgTable(
  'word_index',
  {
    one: boolean('one').primaryKey().default(true),
    /** Encrypted by the master key. */
    key: text('key').notNull(),
    /** The reader that walks or has walked; another one begins anew. */
    reader: text('reader').notNull().default(''),
    walkedAt: instant('walked_at'),
    walkedId: uuid('walked_id'),
  },
  (t) => [check('word_index_one', sql`${t.one}`)],
)
