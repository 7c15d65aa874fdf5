import { and, eq, inArray } from 'drizzle-orm'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { chosenEnd } from '../../platform/chosen-end.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Found } from '../../policy/find.ts'
import { auditEntry, endOf, type GrantRow, statusAt } from '../../policy/grants.ts'
import { change, lockGrant } from './end.ts'

/**
 * Extends an active grant, for both of its dates, and may change its level; its end never becomes earlier
 * (specification, section 4: extension). `to`: an instant, or a day that the actor chose.
 * @throws Refusal 'grant-not-found', 'grant-ended', 'grant-over', 'extension-shorter', 'expiry-past', 'expiry-far'.
 */
export async function extendAccess(
  ctx: Acting<WriteCtx>,
  grantId: string,
  to: { end: Date } | { day: string },
  level: GrantRow['accessLevel'] | null,
): Promise<{ row: GrantRow; document: Found['document'] }> {
  const { grant, document } = await lockGrant(ctx, grantId)
  const current = liveEnd(grant, ctx.now)
  const requested = 'day' in to ? chosenEnd(to.day, ctx.now, ctx.settings.timeZone) : to.end
  if ('day' in to && requested <= current) throw new Refusal('extension-shorter')
  const end = new Date(Math.max(requested.getTime(), current.getTime()))
  const row = await change(ctx, grant, {
    expiresAt: end,
    autoRevokeDate: end,
    accessLevel: level ?? grant.accessLevel,
  })
  await ctx.audit({
    ...auditEntry('extended', row),
    details: { level: row.accessLevel, expiresAt: end.toISOString() },
  })
  return { row, document }
}

/**
 * Ends the actor's own active grant.
 * @throws Refusal 'grant-not-found' for another person's, 'grant-ended', 'grant-over'.
 */
export async function removeOwnAccess(ctx: Acting<WriteCtx>, grantId: string): Promise<void> {
  const grant = await lockOwnGrant(ctx, grantId)
  liveEnd(grant, ctx.now)
  await ctx.audit(auditEntry('access_removed', await change(ctx, grant, { status: 'revoked' })))
}

/** Locks the actor's own grant, after its document as always. */
export async function lockOwnGrant(ctx: Acting<WriteCtx>, grantId: string): Promise<GrantRow> {
  const ownGrant = and(eq(documentAccess.id, grantId), eq(documentAccess.userEmail, ctx.actor.email))
  const itsDocument = ctx.tx.select({ id: documentAccess.documentId }).from(documentAccess).where(ownGrant)
  await ctx.tx
    .select({ id: documents.id })
    .from(documents)
    .where(inArray(documents.id, itsDocument))
    .for('update')
  const [grant] = await ctx.tx.select().from(documentAccess).where(ownGrant).for('update')
  if (!grant) throw new Refusal('grant-not-found')
  return grant
}

/**
 * Returns when a grant that gives access now ends.
 * @throws Refusal 'grant-ended' for one that was revoked, 'grant-over' for one that has expired.
 */
export function liveEnd(grant: GrantRow, now: Date): Date {
  const status = statusAt(grant, now)
  if (status === 'revoked') throw new Refusal('grant-ended')
  const end = endOf(grant)
  if (status === 'expired' || end === null) throw new Refusal('grant-over')
  return end
}
