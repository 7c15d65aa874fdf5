import type { DocumentKind } from '@deedbox/contract/document-kinds.ts'
import { chainKinds, mostPapers, type Paper, type PaperLink } from '@deedbox/contract/papers.ts'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { documentLinks, documentSignatories } from '../../db/tables/document-links.ts'
import { documents } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { newestSeen, visibleTo } from '../../policy/visible.ts'

/**
 * The papers of a matter that make, change or end something, and what they do to each other, as far as the reader sees them: the oldest first, those
 * whose day of signing is not known last. Three statements.
 */
export async function papersOf(
  { tx, actor, now }: Acting<ReadCtx>,
  matterId: string,
): Promise<{ papers: Paper[]; links: PaperLink[] }> {
  const { id, title, kind, executedOn, executedIn, signedHow } = documents
  const rows = await tx
    .select({ id, title, kind, executedOn, executedIn, signedHow })
    .from(documents)
    .where(
      and(
        eq(documents.matterId, matterId),
        inArray(kind, [...chainKinds]),
        visibleTo(actor, now),
        newestSeen(actor, now),
      ),
    )
    .orderBy(sql`${executedOn} asc nulls last`, asc(documents.createdAt), asc(id))
    .limit(mostPapers)
  const ids = rows.map((row) => row.id)
  const signed = await tx
    .select()
    .from(documentSignatories)
    .where(inArray(documentSignatories.documentId, ids))
    .orderBy(asc(documentSignatories.place))
  const { fromId, relation, toId, removedAt } = documentLinks
  const links = await tx
    .select({ from: fromId, relation, to: toId })
    .from(documentLinks)
    .where(and(inArray(fromId, ids), inArray(toId, ids), isNull(removedAt)))
    .orderBy(asc(documentLinks.addedAt), asc(documentLinks.id))
  const byPaper = Map.groupBy(signed, ({ documentId }) => documentId)
  const papers = rows.map((row) => ({
    ...row,
    kind: row.kind as DocumentKind | null,
    signatories: (byPaper.get(row.id) ?? []).map(({ name, capacity }) => ({ name, capacity })),
  }))
  return { papers, links }
}
