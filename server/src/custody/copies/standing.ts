import { type SQL, sql } from 'drizzle-orm'
import { copies } from '../../db/tables/copies.ts'
import { documentLinks } from '../../db/tables/document-links.ts'
import { documents } from '../../db/tables/documents.ts'

/** Selects since when another document replaces or revokes the source of a copy; null: none does. */
export const replacedAt: SQL<Date | string | null> = sql`(
  select min(${documentLinks.addedAt}) from ${documentLinks} join ${documents} newer on newer.id = ${documentLinks.fromId}
  where ${documentLinks.toId} = ${copies.sourceId} and ${documentLinks.removedAt} is null
    and ${documentLinks.relation} in ('replaces', 'revokes') and newer.deleted_at is null)`

/** Returns a time as the database gave it as a date. */
export const asDate = (at: Date | string | null): Date | null => (at === null ? null : new Date(at))
