import { type SQL, sql } from 'drizzle-orm'
import { documents } from './tables/documents.ts'

/** Which client a name means: case and accents do not matter (ADR 13). Of limited length, so that an index can hold it. */
export const clientKey = (name: SQL | string): SQL => sql`left(deedbox_fold(${name}), 200)`

/** The documents of a client that are not deleted, in the words of their index. */
export const ofClient = (name: string): SQL =>
  sql`(${clientKey(sql`${documents.clientName}`)} = ${clientKey(name)} and ${documents.clientName} is not null and ${documents.deletedAt} is null)`

/** The client of a document as the index of an organisation's clients has it, in the order of its bytes. */
export const clientInOrder: SQL = sql`(${clientKey(sql`${documents.clientName}`)} collate "C")`
