import type { DocumentVersion } from '@deedbox/contract/document-versions.ts'
import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { documentVersions } from '../../db/tables/document-versions.ts'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { liveGrant, visibleTo } from '../../policy/visible.ts'

/** Lists the versions with a document that the reader sees, the first one first; none where they see no other. */
export async function versionsOf(
  { tx, actor, now }: Acting<ReadCtx>,
  documentId: string,
): Promise<DocumentVersion[]> {
  const { chainId, number, addedAt, addedByName } = documentVersions
  const chain = tx
    .select({ id: chainId })
    .from(documentVersions)
    .where(eq(documentVersions.documentId, documentId))
  const { id, title, executedOn, signedHow, sha256 } = documents
  const rows = await tx
    .select({ id, title, executedOn, signedHow, sha256, addedAt, addedBy: addedByName })
    .from(documentVersions)
    .innerJoin(documents, eq(id, documentVersions.documentId))
    .where(and(inArray(chainId, chain), visibleTo(actor, now, 'current', { lockedToo: true })))
    .orderBy(asc(number))
  if (!rows.some((row) => row.id !== documentId)) return []
  return rows.map((row) => ({ ...row, addedAt: row.addedAt.toISOString() }))
}

/** People who are told at most. */
const most = 100

/** Lists people who can open an earlier version of a document, but not the document itself. */
export async function earlierReaders(
  { tx, now }: ReadCtx,
  documentId: string,
  versions: readonly DocumentVersion[],
): Promise<{ email: string; name: string }[]> {
  const at = versions.findIndex(({ id }) => id === documentId)
  const earlier = versions.slice(0, Math.max(at, 0)).map(({ id }) => id)
  if (earlier.length === 0) return []
  const { userEmail: email, userName } = documentAccess
  const own = tx
    .select({ email })
    .from(documentAccess)
    .where(and(eq(documentAccess.documentId, documentId), liveGrant(now)))
  return tx
    .select({ email, name: sql<string>`min(${userName})` })
    .from(documentAccess)
    .where(and(inArray(documentAccess.documentId, earlier), liveGrant(now), notInArray(email, own)))
    .groupBy(email)
    .orderBy(asc(email))
    .limit(most)
}
