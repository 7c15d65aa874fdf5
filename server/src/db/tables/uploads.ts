import type { GivenDetails } from '@deedbox/contract/document-details.ts'
import { bigint, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { profiles } from './accounts.ts'
import { bytes, instant } from './columns.ts'

/** Resumable uploads (ADR 34). A finished one is kept for a day too, so that its answer can be asked for again. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => profiles.id),
    /** Key chosen by the client, so that beginning twice begins once. */
    key: uuid('key'),
    fileName: text('file_name').notNull(),
    fileType: text('file_type').notNull(),
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    /** Details that were given when the upload began: an earlier version may not have known all of them. */
    details: jsonb('details').$type<GivenDetails>().notNull(),
    /** Matter that the document goes into. */
    matterId: uuid('matter_id'),
    /** Document of which it will be the next version. */
    versionOf: uuid('version_of'),
    /** Time when the file was last changed where it comes from, in milliseconds. */
    lastModified: bigint('last_modified', { mode: 'number' }),
    /** Bytes of the file that are stored in parts. */
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    parts: jsonb('parts').$type<Part[]>().notNull().default([]),
    /** The data key of the parts, wrapped; null once the document is stored. */
    wrappedKey: bytes('wrapped_key'),
    masterKeyId: text('master_key_id').notNull(),
    /** The request that may add to it: the last one that came. */
    holder: uuid('holder'),
    /** Time until which nobody may take it over, because it is being made a document. It is renewed while that goes on. */
    finishingUntil: instant('finishing_until'),
    createdAt: instant('created_at').notNull(),
    /** Time when something was last added. */
    changedAt: instant('changed_at').notNull(),
    documentId: uuid('document_id'),
  },
  (t) => [
    index('uploads_owner').on(t.ownerId, t.createdAt),
    uniqueIndex('uploads_key').on(t.ownerId, t.key),
    index('uploads_changed').on(t.changedAt),
  ],
)

/** A part of an unfinished upload in the store, in the order of the file; `bytes` of the plain content. */
export type Part = { name: string; bytes: number }
