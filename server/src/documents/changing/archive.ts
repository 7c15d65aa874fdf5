import type * as contract from '@deedbox/contract/document-changes.ts'
import { type DocumentAction, refusalReasonLabels } from '@deedbox/contract/document-terms.ts'
import { and, inArray } from 'drizzle-orm'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import type { AuditEntry } from '../../kernel/audit/record.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { auditEntry } from '../../policy/grants.ts'
import { liveGrant } from '../../policy/visible.ts'
import { lockChosen, reasonAgainst } from './changing.ts'

/**
 * Archives documents, all of them or none. Access to them stays as it is, or ends at once.
 * @throws Refusal 'document-not-found', 'not-allowed', 'documents-refused'
 */
export async function archiveDocuments(
  ctx: Acting<WriteCtx>,
  { documentIds, grants }: Input<typeof contract.archiveDocuments>['body'],
): Promise<Answer<typeof contract.archiveDocuments>> {
  const ids = [...new Set(documentIds)]
  await hold(ctx, 'archive', ids)
  const ended =
    grants === 'end'
      ? await ctx.tx
          .update(documentAccess)
          .set({ status: 'revoked' })
          .where(and(inArray(documentAccess.documentId, ids), liveGrant(ctx.now)))
          .returning()
      : []
  const endedOf = Map.groupBy(ended, ({ documentId }) => documentId)
  await setStatus(ctx, ids, 'archived', (documentId) => ({
    event: 'document_archived',
    documentId,
    details: { grants, ended: endedOf.get(documentId)?.length ?? 0 },
  }))
  await ctx.audit(...ended.map((grant) => auditEntry('revoked', grant)))
  return { count: ids.length, endedGrants: ended.length }
}

/** Unarchives documents, all of them or none; access that ended stays ended. */
export const unarchiveDocuments = (ctx: Acting<WriteCtx>, documentIds: string[]) =>
  activate(ctx, 'unarchive', documentIds, 'document_unarchived')

/** Confirms the details of pending documents, all of them or none. */
export const confirmDocuments = (ctx: Acting<WriteCtx>, documentIds: string[]) =>
  activate(ctx, 'confirm', documentIds, 'document_confirmed')

async function activate(
  ctx: Acting<WriteCtx>,
  action: 'unarchive' | 'confirm',
  documentIds: string[],
  event: 'document_unarchived' | 'document_confirmed',
): Promise<{ count: number }> {
  const ids = [...new Set(documentIds)]
  await hold(ctx, action, ids)
  await setStatus(ctx, ids, 'active', (documentId) => ({ event, documentId }))
  return { count: ids.length }
}

/** Locks the documents. @throws Refusal when the action cannot be done with one of them. */
async function hold(ctx: Acting<WriteCtx>, action: DocumentAction, ids: string[]): Promise<void> {
  const chosen = await lockChosen(ctx, ids)
  const against = ids.flatMap((id) => {
    const reason = reasonAgainst(action, chosen.get(id))
    return reason ? [{ id, reason }] : []
  })
  if (against.some(({ reason }) => reason === 'not-allowed')) throw new Refusal('not-allowed')
  if (against.length > 0)
    throw new Refusal('documents-refused', {
      fields: Object.fromEntries(against.map(({ id, reason }) => [id, refusalReasonLabels[reason]])),
    })
}

async function setStatus(
  ctx: WriteCtx,
  ids: string[],
  status: 'active' | 'archived',
  entry: (documentId: string) => AuditEntry,
): Promise<void> {
  await ctx.tx.update(documents).set({ status }).where(inArray(documents.id, ids))
  await ctx.audit(...ids.map(entry))
}
