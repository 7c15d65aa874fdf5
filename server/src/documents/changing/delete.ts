import type { Document } from '@deedbox/contract/documents.ts'
import { daysAfter } from '@deedbox/contract/durations.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { documentWords } from '../../db/tables/words.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { refuseInCustody } from '../../policy/custody.ts'
import { findAllDocuments, findDocument } from '../../policy/find.ts'
import { auditEntry } from '../../policy/grants.ts'
import { refuseHeld } from '../../policy/holds.ts'
import { followMatters, lockMattersOf } from '../../policy/matter-shares.ts'
import { lockVersions } from '../../policy/versions.ts'
import { toDocument } from '../lists/one.ts'

/**
 * Hides documents from everyone's list and ends their grants, of all of them or of none; their content is kept as many days as
 * the setting says now (decisions, section 1).
 * @throws Refusal 'document-not-found', 'not-allowed', 'hold-keeps', 'hold-keeps-some', 'custody-keeps'
 */
export async function deleteDocuments(
  ctx: Acting<WriteCtx>,
  documentIds: readonly string[],
): Promise<{ count: number }> {
  await lockVersions(ctx, documentIds)
  const chosen = await findAllDocuments(ctx, documentIds, { lock: true })
  if (chosen.some(({ can }) => !can.delete)) throw new Refusal('not-allowed')
  const ids = chosen.map(({ document }) => document.id)
  await refuseHeld(ctx, 'delete-documents', ids)
  await refuseInCustody(ctx, ids)
  await ctx.tx
    .update(documents)
    .set({
      deletedAt: ctx.now,
      deletedBy: ctx.actor.id,
      keptUntil: daysAfter(ctx.now, ctx.settings.deletedKeptDays),
    })
    .where(inArray(documents.id, ids))
  const ended = await ctx.tx
    .update(documentAccess)
    .set({ status: 'revoked' })
    .where(and(inArray(documentAccess.documentId, ids), eq(documentAccess.status, 'active')))
    .returning()
  await ctx.audit(
    ...ids.map((documentId) => ({ event: 'document_deleted' as const, documentId })),
    ...ended.map((grant) => auditEntry('revoked', grant)),
  )
  return { count: ids.length }
}

const back = { deletedAt: null, deletedBy: null, keptUntil: null }

/** Restores a deleted document while its content is kept; the grants that ended stay ended, but running shares of its matter give it again. */
export async function restoreDocument(
  ctx: Acting<WriteCtx>,
  documentId: string,
): Promise<{ document: Document }> {
  await lockMattersOf(ctx, [documentId])
  await lockVersions(ctx, [documentId])
  const { document, grant, can } = await findDocument(ctx, documentId, { view: 'deleted', lock: true })
  if (!can.restore) throw new Refusal('not-allowed')
  await ctx.tx.update(documents).set(back).where(eq(documents.id, documentId))
  await letWordsBeRead(ctx, [documentId])
  await ctx.audit({ event: 'document_restored', documentId })
  await followMatters(ctx, [documentId])
  return { document: toDocument(ctx.actor, { ...document, ...back }, grant) }
}

/**
 * Restores several documents, all of them or none.
 * @throws Refusal 'document-not-found', 'not-allowed'
 */
export async function restoreDocuments(
  ctx: Acting<WriteCtx>,
  documentIds: readonly string[],
): Promise<{ count: number }> {
  await lockMattersOf(ctx, documentIds)
  await lockVersions(ctx, documentIds)
  const chosen = await findAllDocuments(ctx, documentIds, { view: 'deleted', lock: true })
  if (chosen.some(({ can }) => !can.restore)) throw new Refusal('not-allowed')
  const ids = chosen.map(({ document }) => document.id)
  await ctx.tx.update(documents).set(back).where(inArray(documents.id, ids))
  await letWordsBeRead(ctx, ids)
  await ctx.audit(...ids.map((documentId) => ({ event: 'document_restored' as const, documentId })))
  await followMatters(ctx, ids)
  return { count: ids.length }
}

/** Makes the words of these documents due now, as they may not have been read before they were deleted. */
async function letWordsBeRead({ tx }: WriteCtx, ids: readonly string[]): Promise<void> {
  const due = { outcome: 'begun' as const, reader: '', attempts: 0, readAt: new Date(0) }
  await tx
    .insert(documentWords)
    .values(ids.map((documentId) => ({ documentId, ...due })))
    .onConflictDoNothing()
}
