import type * as contract from '@deedbox/contract/matter-shares.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import { matterShares } from '../../db/tables/matters.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { chosenEnd } from '../../platform/chosen-end.ts'
import { Refusal } from '../../platform/errors.ts'
import { auditEntry } from '../../policy/grants.ts'
import { aboutMatter, lockMatter, type StoredMatter } from '../../policy/matters.ts'
import { liveGrant } from '../../policy/visible.ts'
import { running } from './list.ts'

type Params = { matterId: string; shareId: string }
type StoredShare = typeof matterShares.$inferSelect

/**
 * Ends a share of a matter and every grant that it gave, at once; also on documents that are deleted or out of sight by now.
 * @throws Refusal 'matter-not-found', 'not-allowed', 'matter-share-over'
 */
export async function endMatterShare(
  ctx: Acting<WriteCtx>,
  params: Params,
): Promise<Answer<typeof contract.endMatterShare>> {
  const { matter, share, grants } = await lockShare(ctx, params)
  await ctx.tx.update(matterShares).set({ endedAt: ctx.now }).where(eq(matterShares.id, share.id))
  const ended = await ctx.tx.update(documentAccess).set({ status: 'revoked' }).where(grants).returning()
  await ctx.audit(
    about('matter_share_ended', matter, share, ended.length),
    ...ended.map((grant) => ({ ...auditEntry('revoked', grant), details: { matterShareId: share.id } })),
  )
  return { ended: ended.length }
}

/**
 * Gives a running share, and the grants that it gave and that still run, a new end.
 * @throws Refusal those of {@link endMatterShare}, 'expiry-…'
 */
export async function renewMatterShare(
  ctx: Acting<WriteCtx>,
  params: Params,
  expiresOn: string,
): Promise<Answer<typeof contract.renewMatterShare>> {
  const { matter, share, grants } = await lockShare(ctx, params)
  const end = chosenEnd(expiresOn, ctx.now, ctx.settings.timeZone)
  await ctx.tx.update(matterShares).set({ endsAt: end }).where(eq(matterShares.id, share.id))
  const renewed = await ctx.tx
    .update(documentAccess)
    .set({ expiresAt: end, autoRevokeDate: end })
    .where(grants)
    .returning()
  const expiresAt = end.toISOString()
  const entry = about('matter_share_renewed', matter, share, renewed.length)
  await ctx.audit(
    { ...entry, details: { ...entry.details, expiresAt } },
    ...renewed.map((grant) => ({
      ...auditEntry('renewed', grant),
      details: { expiresAt, matterShareId: share.id },
    })),
  )
  return { renewed: renewed.length }
}

/** Locks a running share: the matter, then the documents, then the grants, as everywhere. */
async function lockShare(ctx: Acting<WriteCtx>, { matterId, shareId }: Params) {
  const matter = await lockMatter(ctx, matterId)
  const { tx, now } = ctx
  const [share] = await tx
    .select()
    .from(matterShares)
    .where(and(running(matterId, now), eq(matterShares.id, shareId)))
  if (!share) throw new Refusal('matter-share-over')
  const grants = and(eq(documentAccess.matterShareId, shareId), liveGrant(now))
  const those = tx.select({ id: documentAccess.documentId }).from(documentAccess).where(grants)
  await tx
    .select({ id: documents.id })
    .from(documents)
    .where(inArray(documents.id, those))
    .orderBy(asc(documents.id))
    .for('update')
  return { matter, share, grants }
}

const about = <E extends 'matter_share_ended' | 'matter_share_renewed'>(
  event: E,
  matter: StoredMatter,
  share: StoredShare,
  grants: number,
) => ({
  event,
  subjectEmail: share.userEmail,
  details: { ...aboutMatter(matter), matterShareId: share.id, grants },
})
