import type * as contract from '@deedbox/contract/document-links.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { Relation } from '@deedbox/contract/link-terms.ts'
import { and, eq, inArray, or } from 'drizzle-orm'
import { documentLinks } from '../../db/tables/document-links.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { findAllDocuments } from '../../policy/find.ts'
import { inForce } from './links-of.ts'

type Pair = { from: string; to: string }

/**
 * Says that a document varies, replaces or revokes another one, in the histories of both.
 * @throws Refusal 'document-not-found', 'not-allowed', 'link-self', 'link-exists', 'link-full'
 */
export async function linkDocuments(
  ctx: Acting<WriteCtx>,
  { from, relation, to }: Input<typeof contract.linkDocuments>['body'],
): Promise<Answer<typeof contract.linkDocuments>> {
  if (from === to) throw new Refusal('link-self')
  await lockBoth(ctx, { from, to })
  const { fromId, toId } = documentLinks
  const links = await ctx.tx
    .select()
    .from(documentLinks)
    .where(and(inForce, or(inArray(fromId, [from, to]), inArray(toId, [from, to]))))
  const has = (id: string) => links.filter((link) => link.fromId === id || link.toId === id)
  if (has(from).some((link) => link.fromId === to || link.toId === to)) throw new Refusal('link-exists')
  const limit = limits.documentLinks
  if ([from, to].some((id) => has(id).length >= limit)) throw new Refusal('link-full', { values: { limit } })
  const [link] = await ctx.tx
    .insert(documentLinks)
    .values({
      ...{ fromId: from, relation, toId: to },
      ...{ addedAt: ctx.now, addedBy: ctx.actor.id, addedByName: ctx.actor.name },
    })
    .returning({ id: documentLinks.id })
  if (!link) throw new Error('A link was not stored')
  await tell(ctx, 'document_linked', { id: link.id, relation, from, to })
  return link
}

/**
 * Takes a link away.
 * @throws Refusal 'link-not-found' also to people who do not see both documents; 'not-allowed'
 */
export async function unlinkDocuments(
  ctx: Acting<WriteCtx>,
  linkId: string,
): Promise<Answer<typeof contract.unlinkDocuments>> {
  const of = and(eq(documentLinks.id, linkId), inForce)
  const [known] = await ctx.tx.select().from(documentLinks).where(of)
  if (!known) throw new Refusal('link-not-found')
  const pair = { from: known.fromId, to: known.toId }
  await lockBoth(ctx, pair).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'document-not-found'
      ? new Refusal('link-not-found')
      : error
  })
  const removed = await ctx.tx
    .update(documentLinks)
    .set({ removedAt: ctx.now, removedBy: ctx.actor.id, removedByName: ctx.actor.name })
    .where(of)
    .returning({ id: documentLinks.id })
  if (removed.length === 0) throw new Refusal('link-not-found')
  await tell(ctx, 'document_unlinked', { ...known, ...pair })
  return { success: true }
}

/** Locks both documents, which the person must be able to correct. */
async function lockBoth(ctx: Acting<WriteCtx>, { from, to }: Pair): Promise<void> {
  const both = await findAllDocuments(ctx, [from, to], { lock: true })
  if (both.some(({ can }) => !can.correct)) throw new Refusal('not-allowed')
}

/** Records it for both documents, without a title: a reader of one history may not see the other document. */
const tell = (
  ctx: WriteCtx,
  event: 'document_linked' | 'document_unlinked',
  { id, relation, from, to }: Pair & { id: string; relation: Relation },
) =>
  ctx.audit(
    { event, documentId: from, details: { linkId: id, relation, side: 'from', otherId: to } },
    { event, documentId: to, details: { linkId: id, relation, side: 'to', otherId: from } },
  )
