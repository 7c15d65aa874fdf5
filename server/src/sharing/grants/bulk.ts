import type { bulkAccess, previewBulk } from '@deedbox/contract/grants.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { documentAccess, documents } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { addYears } from '../../platform/days.ts'
import { Refusal } from '../../platform/errors.ts'
import { auditEntry, endOf, type GrantRow, statusAt } from '../../policy/grants.ts'
import { liveGrant, visibleTo } from '../../policy/visible.ts'

type Body = Input<typeof bulkAccess>['body']

/** Shows what a bulk action would do to each selected grant, and how many of them would cause a refusal. */
export async function previewBulkAccess(
  ctx: Acting<ReadCtx>,
  { action, grantIds }: Body,
): Promise<Answer<typeof previewBulk>> {
  const ids = [...new Set(grantIds)]
  const changed = await ctx.tx
    .select({ grant: documentAccess, documentTitle: documents.title })
    .from(documentAccess)
    .innerJoin(documents, eq(documents.id, documentAccess.documentId))
    .where(and(inArray(documentAccess.id, ids), liveGrant(ctx.now), visibleTo(ctx.actor, ctx.now)))
    .orderBy(asc(documentAccess.userName), asc(documents.title), asc(documentAccess.id))
  const newEnd = action === 'renew' ? aYearFrom(ctx).toISOString() : null
  return {
    changes: changed.map(({ grant, documentTitle }) => ({
      id: grant.id,
      userName: grant.userName,
      userEmail: grant.userEmail,
      documentTitle,
      endsAt: endOf(grant)?.toISOString() ?? null,
      newEndsAt: newEnd,
    })),
    refused: ids.length - changed.length,
  }
}

/**
 * Revokes or renews (one year from today) many active grants, all of them or none, each with its audit event
 * (specification, section 4; decisions, section 1). Always five statements.
 * @throws Refusal 'bulk-changed' when any of them is not active, or not the actor's to change.
 */
export async function changeMany(
  ctx: Acting<WriteCtx>,
  { action, grantIds }: Body,
): Promise<{ count: number }> {
  const ids = [...new Set(grantIds)]
  await lockMany(ctx, ids)
  const end = aYearFrom(ctx)
  const to = action === 'revoke' ? { status: 'revoked' as const } : { expiresAt: end, autoRevokeDate: end }
  const rows = await ctx.tx.update(documentAccess).set(to).where(inArray(documentAccess.id, ids)).returning()
  const bulk = ids.length
  const expiresAt = end.toISOString()
  await ctx.audit(
    ...rows.map((row) =>
      action === 'renew'
        ? { ...auditEntry('renewed', row), details: { expiresAt, bulk } }
        : { ...auditEntry('revoked', row), details: { bulk } },
    ),
  )
  return { count: rows.length }
}

const aYearFrom = ({ now, settings }: ReadCtx): Date => addYears(now, limits.renewYears, settings.timeZone)

/** Locks the documents, then the grants, each in the order of their ids, so that two actions at once cannot deadlock. */
async function lockMany(ctx: Acting<WriteCtx>, ids: string[]): Promise<void> {
  const selected = inArray(documentAccess.id, ids)
  const ofGrants = ctx.tx.select({ id: documentAccess.documentId }).from(documentAccess).where(selected)
  const handled = await ctx.tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(inArray(documents.id, ofGrants), visibleTo(ctx.actor, ctx.now)))
    .orderBy(asc(documents.id))
    .for('update')
  const grants: GrantRow[] = await ctx.tx
    .select()
    .from(documentAccess)
    .where(selected)
    .orderBy(asc(documentAccess.id))
    .for('update')
  const handledIds = new Set(handled.map(({ id }) => id))
  const active = grants.filter(
    (grant) => handledIds.has(grant.documentId) && statusAt(grant, ctx.now) === 'active',
  )
  if (active.length !== ids.length) throw new Refusal('bulk-changed')
}
