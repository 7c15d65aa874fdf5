import { and, asc, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { documentVersions } from '../db/tables/document-versions.ts'
import { documents } from '../db/tables/documents.ts'
import type { ReadCtx, WriteCtx } from '../kernel/context/context.ts'

/** Condition that a document is one of these or a version of one of them. */
const ofThese = (ids: readonly string[]): SQL => {
  const those = sql`${`{${ids.join(',')}}`}::uuid[]`
  return sql`${documents.id} = any(array(select unnest(${those}) union select other.document_id
    from ${documentVersions} own join ${documentVersions} other on other.chain_id = own.chain_id where own.document_id = any(${those})))`
}

/** Locks documents and their versions in the order of their ids, as whoever changes which of them is the newest must. */
export async function lockVersions({ tx }: WriteCtx, documentIds: readonly string[]): Promise<void> {
  await tx
    .select({ id: documents.id })
    .from(documents)
    .where(ofThese(documentIds))
    .orderBy(asc(documents.id))
    .for('update')
}

/** Returns the ids of documents and of their versions that are not deleted: they are in one matter. */
export async function withVersions({ tx }: ReadCtx, documentIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(ofThese(documentIds), or(isNull(documents.deletedAt), inArray(documents.id, [...documentIds]))),
    )
  const found = rows.map(({ id }) => id)
  return [...new Set([...documentIds, ...found])]
}
