import type { Document } from '@deedbox/contract/documents.ts'
import { and, eq } from 'drizzle-orm'
import { auditEntry } from '../access/end.ts'
import { findDocument } from '../access/find.ts'
import type { Acting, WriteCtx } from '../context/context.ts'
import { documentAccess, documents } from '../db/tables/documents.ts'
import { Refusal } from '../platform/errors.ts'
import { toDocument } from './one.ts'

/**
 * Hides a document from everyone's list and ends its grants; its content is kept as many days as the setting
 * says now (decisions, section 1).
 */
export async function deleteDocument(ctx: Acting<WriteCtx>, documentId: string): Promise<void> {
  const { can } = await findDocument(ctx, documentId, { lock: true })
  if (!can.delete) throw new Refusal('not-allowed')
  await ctx.tx
    .update(documents)
    .set({
      deletedAt: ctx.now,
      deletedBy: ctx.actor.id,
      keptUntil: new Date(ctx.now.getTime() + ctx.settings.deletedKeptDays * 86_400_000),
    })
    .where(eq(documents.id, documentId))
  const ended = await ctx.tx
    .update(documentAccess)
    .set({ status: 'revoked' })
    .where(and(eq(documentAccess.documentId, documentId), eq(documentAccess.status, 'active')))
    .returning()
  await ctx.audit(
    { event: 'document_deleted', documentId },
    ...ended.map((grant) => auditEntry('revoked', grant)),
  )
}

/** Restores a deleted document while its content is kept; the grants that ended stay ended. */
export async function restoreDocument(
  ctx: Acting<WriteCtx>,
  documentId: string,
): Promise<{ document: Document }> {
  const { document, grant, can } = await findDocument(ctx, documentId, { view: 'deleted', lock: true })
  if (!can.restore) throw new Refusal('not-allowed')
  const back = { deletedAt: null, deletedBy: null, keptUntil: null }
  await ctx.tx.update(documents).set(back).where(eq(documents.id, documentId))
  await ctx.audit({ event: 'document_restored', documentId })
  return { document: toDocument(ctx.actor, { ...document, ...back }, grant) }
}
