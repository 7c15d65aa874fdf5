import { type SQL, sql } from 'drizzle-orm'
import { documents } from './tables/documents.ts'

/**
 * Returns the key of the client that a name means: case and accents do not matter (ADR 13). Its length is limited, so that an index can
 * hold it.
 */
export const clientKey = (name: SQL | string): SQL => sql`left(deedbox_fold(${name}), 200)`

/** Selects the documents of a client that are not deleted, in the words of their index. */
export const ofClient = (name: string): SQL =>
  sql`(${clientKey(sql`${documents.clientName}`)} = ${clientKey(name)} and ${documents.clientName} is not null and ${documents.deletedAt} is null)`

/** Selects the documents of a client, those that were deleted too: their history goes on to be theirs. */
export const everOfClient = (name: string): SQL =>
  sql`(${ofClient(name)} or (${documents.deletedAt} is not null and ${clientKey(sql`${documents.clientName}`)} = ${clientKey(name)}))`
