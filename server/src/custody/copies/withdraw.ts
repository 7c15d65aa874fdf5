import type { withdrawCopy as endpoint, switchCopyChecks as switching } from '@deedbox/contract/copies.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { copies } from '../../db/tables/copies.ts'
import { documentAccess } from '../../db/tables/documents.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { findDocument } from '../../policy/find.ts'
import { liveGrant } from '../../policy/visible.ts'
import { copyWithdrawn } from './copy-withdrawn.mail.tsx'

/** Finds and locks a copy that the actor handles. @throws Refusal 'copy-not-found' also to people who do not see its document; 'not-allowed' */
async function lockCopy(ctx: Acting<WriteCtx>, copyId: string) {
  const [copy] = await ctx.tx.select().from(copies).where(eq(copies.id, copyId)).for('update')
  if (!copy) throw new Refusal('copy-not-found')
  const { document, can } = await findDocument(ctx, copy.documentId).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'document-not-found'
      ? new Refusal('copy-not-found')
      : error
  })
  if (!can.correct) throw new Refusal('not-allowed')
  return { copy, title: document.title }
}

/** Withdraws a copy for good, and tells whoever has access to it. @throws Refusal 'copy-not-found', 'not-allowed', 'copy-withdrawn' */
export async function withdrawCopy(
  { mail }: Pick<Services, 'mail'>,
  ctx: Acting<WriteCtx>,
  { params: { copyId }, body: { reason } }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const { copy, title } = await lockCopy(ctx, copyId)
  if (copy.withdrawnAt) throw new Refusal('copy-withdrawn')
  await ctx.tx
    .update(copies)
    .set({ withdrawnAt: ctx.now, withdrawnBy: ctx.actor.id, reason })
    .where(and(eq(copies.id, copyId), isNull(copies.withdrawnAt)))
  const { kind, documentId, sourceId } = copy
  const details = { copyId, kind }
  await ctx.audit(
    { event: 'document_copy_withdrawn', documentId, notes: reason, details },
    { event: 'document_copy_withdrawn', documentId: sourceId, notes: reason, details },
  )
  const holders = await ctx.tx
    .select({ email: documentAccess.userEmail })
    .from(documentAccess)
    .where(and(eq(documentAccess.documentId, documentId), liveGrant(ctx.now)))
  const { name, email } = ctx.actor
  for (const holder of holders)
    await mail.enqueue(ctx, copyWithdrawn, holder.email, {
      ...{ documentId, title, reason, senderName: name, senderEmail: email },
    })
  return { success: true }
}

/** Switches the public answer to a copy's code off, or on again. @throws Refusal 'copy-not-found', 'not-allowed' */
export async function switchCopyChecks(
  ctx: Acting<WriteCtx>,
  { params: { copyId }, body: { checked } }: Input<typeof switching>,
): Promise<Answer<typeof switching>> {
  const { copy } = await lockCopy(ctx, copyId)
  await ctx.tx.update(copies).set({ checked }).where(eq(copies.id, copyId))
  await ctx.audit({
    ...{
      event: 'document_copy_checks_switched',
      documentId: copy.documentId,
      details: { copyId, on: checked },
    },
  })
  return { success: true }
}
