import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import { documents } from '../../db/tables/documents.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { visibleTo } from '../../policy/visible.ts'
import { findOrganization } from '../../practice/organizations/find.ts'

/** Scope of a take-out: the documents of an organisation, or those that the person owns. */
export type Scope = { organizationId: string | null }

/**
 * Selects documents that a person may take out now, for a query on `documents`: always by the predicate of every list.
 * @throws Refusal 'organization-not-found' for an organisation that the person does not manage.
 */
export async function takeable(
  ctx: Acting<ReadCtx>,
  { organizationId }: Scope,
): Promise<{ where: SQL | undefined; name: string }> {
  const { actor, now } = ctx
  const visible = and(visibleTo(actor, now), lte(documents.createdAt, now))
  if (!organizationId) return { where: and(eq(documents.ownerId, actor.id), visible), name: actor.name }
  const manages = ['canManageSystem', 'canManageOrganization'] as const
  if (!manages.some((permission) => actor.permissions.includes(permission)))
    throw new Refusal('organization-not-found')
  const { name } = await findOrganization(ctx, organizationId)
  return { where: and(eq(documents.organizationId, organizationId), visible), name }
}

/** Measures how much a person may take out now. */
export async function measure(
  ctx: Acting<ReadCtx>,
  scope: Scope,
): Promise<{ documents: number; bytes: number }> {
  const { where } = await takeable(ctx, scope)
  const [found] = await ctx.tx
    .select({
      documents: sql<number>`count(*)::int`,
      bytes: sql`coalesce(sum(${documents.fileSize}), 0)`.mapWith(Number),
    })
    .from(documents)
    .where(where)
  return found ?? { documents: 0, bytes: 0 }
}
