import { and, eq, getTableColumns } from 'drizzle-orm'
import type { Acting, ReadCtx } from '../context/context.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { Refusal } from '../platform/errors.ts'
import { type Abilities, abilities, byGrantOnly } from './authorize.ts'
import { liveGrant, type View, visibleTo } from './visible.ts'

const { searchText: _, ...columns } = getTableColumns(documents)

export type StoredDocument = Omit<typeof documents.$inferSelect, 'searchText'>
/** The reader's own live grant. */
export type OwnGrant = Pick<
  typeof documentAccess.$inferSelect,
  'id' | 'accessLevel' | 'expiresAt' | 'autoRevokeDate'
>

/** A document that the reader can see; `grant` only where they see it by nothing else. */
export type Found = { document: StoredDocument; grant: OwnGrant | null; can: Abilities }

/** The reader's own live grant of a document, as a join: there is at most one (document_access_one_active). */
export const ownGrant = ({ actor, now }: Acting<ReadCtx>) =>
  and(eq(documentAccess.documentId, documents.id), eq(documentAccess.userEmail, actor.email), liveGrant(now))

/**
 * The document, if the reader can see it; `lock` keeps it from changing until the transaction ends.
 * @throws Refusal 'document-not-found', the same whether there is none or it may not be seen.
 */
export async function findDocument(
  ctx: Acting<ReadCtx>,
  documentId: string,
  { view = 'current', lock = false }: { view?: View; lock?: boolean } = {},
): Promise<Found> {
  const query = ctx.tx
    .select({
      document: columns,
      grant: {
        id: documentAccess.id,
        accessLevel: documentAccess.accessLevel,
        expiresAt: documentAccess.expiresAt,
        autoRevokeDate: documentAccess.autoRevokeDate,
      },
    })
    .from(documents)
    .leftJoin(documentAccess, ownGrant(ctx))
    .where(and(eq(documents.id, documentId), visibleTo(ctx.actor, ctx.now, view)))
  const [found] = await (lock ? query.for('update', { of: documents }) : query)
  if (!found) throw new Refusal('document-not-found')
  const { document, grant } = found
  return {
    document,
    grant: byGrantOnly(ctx.actor, document) ? grant : null,
    can: abilities(ctx.actor, document, grant?.accessLevel ?? null),
  }
}
