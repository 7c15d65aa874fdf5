import { type SQL, sql } from 'drizzle-orm'
import { copies } from '../../db/tables/copies.ts'
import { documentLinks } from '../../db/tables/document-links.ts'
import { documentVersions } from '../../db/tables/document-versions.ts'
import { documents } from '../../db/tables/documents.ts'

/** Selects since when another document replaces or revokes the source of a copy, or is a later version of it; null: none does. */
export const replacedAt: SQL<Date | string | null> = sql`least((
  select min(${documentLinks.addedAt}) from ${documentLinks} join ${documents} newer on newer.id = ${documentLinks.fromId}
  where ${documentLinks.toId} = ${copies.sourceId} and ${documentLinks.removedAt} is null
    and ${documentLinks.relation} in ('replaces', 'revokes') and newer.deleted_at is null), (
  select min(later.added_at) from ${documentVersions} own join ${documentVersions} later on later.chain_id = own.chain_id and later.number > own.number
    join ${documents} newer on newer.id = later.document_id where own.document_id = ${copies.sourceId} and newer.deleted_at is null))`

/** Returns a time as the database gave it as a date. */
export const asDate = (at: Date | string | null): Date | null => (at === null ? null : new Date(at))
