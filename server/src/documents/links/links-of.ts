import type { DocumentLink } from '@deedbox/contract/document-links.ts'
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { documentLinks } from '../../db/tables/document-links.ts'
import { documents } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { abilities } from '../../policy/authorize.ts'
import { visibleTo } from '../../policy/visible.ts'

export const inForce = isNull(documentLinks.removedAt)

/** Lists the links of a document to others that the reader sees, oldest first. `correctable`: the reader may correct the document itself. */
export async function linksOf(
  { tx, actor, now }: Acting<ReadCtx>,
  documentId: string,
  correctable: boolean,
): Promise<DocumentLink[]> {
  const { fromId, toId } = documentLinks
  const other = sql`case when ${fromId} = ${documentId}::uuid then ${toId} else ${fromId} end`
  const rows = await tx
    .select({ link: documentLinks, document: documents })
    .from(documentLinks)
    .innerJoin(documents, eq(documents.id, other))
    .where(and(inForce, or(eq(fromId, documentId), eq(toId, documentId)), visibleTo(actor, now)))
    .orderBy(asc(documentLinks.addedAt), asc(documentLinks.id))
  return rows.map(({ link, document }) => {
    const { id, title, kind, type, executedOn } = document
    return {
      id: link.id,
      relation: link.relation,
      side: link.fromId === documentId ? 'from' : 'to',
      document: { id, title, kind, type, executedOn },
      addedAt: link.addedAt.toISOString(),
      addedBy: link.addedByName,
      can: { remove: correctable && abilities(actor, { ...document, lockedSince: null }, null).correct },
    }
  })
}
