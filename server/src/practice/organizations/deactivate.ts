import type * as contract from '@deedbox/contract/organizations.ts'
import { eq, inArray } from 'drizzle-orm'
import { later } from '../../db/later.ts'
import { organizations, profiles, sessions } from '../../db/tables/accounts.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { findOrganization, lockedOut, lockOrganization } from './find.ts'

export async function getOrganization(
  ctx: Acting<ReadCtx>,
  organizationId: string,
): Promise<Answer<typeof contract.getOrganization>> {
  return {
    organization: await findOrganization(ctx, organizationId),
    lockedOut: await ctx.tx.$count(profiles, lockedOut(organizationId)),
  }
}

/**
 * Deactivates an organisation: the sessions of its members end at once, and they cannot sign in (kernel/context/deactivated.ts),
 * except administrators. Documents, grants, requests and open invitations stay as they are.
 * @throws Refusal 'organization-not-found', 'organization-deactivated'
 */
export async function deactivateOrganization(
  ctx: Acting<WriteCtx>,
  organizationId: string,
): Promise<Answer<typeof contract.deactivateOrganization>> {
  const before = await lockOrganization(ctx, organizationId)
  if (before.deactivatedAt) throw new Refusal('organization-deactivated')
  await ctx.tx
    .update(organizations)
    .set({ deactivatedAt: ctx.now, updatedAt: later(before, ctx.now) })
    .where(eq(organizations.id, organizationId))
  const members = ctx.tx.select({ id: profiles.id }).from(profiles).where(lockedOut(organizationId))
  const ended = await ctx.tx
    .delete(sessions)
    .where(inArray(sessions.userId, members))
    .returning({ id: sessions.id })
  await ctx.audit({
    event: 'organization_deactivated',
    details: { organizationId, name: before.name, sessionsEnded: ended.length },
  })
  return { organization: await findOrganization(ctx, organizationId) }
}

/** Reactivates an organisation, whose members can then sign in again. @throws Refusal 'organization-not-found', 'organization-active' */
export async function reactivateOrganization(
  ctx: Acting<WriteCtx>,
  organizationId: string,
): Promise<Answer<typeof contract.reactivateOrganization>> {
  const before = await lockOrganization(ctx, organizationId)
  if (!before.deactivatedAt) throw new Refusal('organization-active')
  await ctx.tx
    .update(organizations)
    .set({ deactivatedAt: null, updatedAt: later(before, ctx.now) })
    .where(eq(organizations.id, organizationId))
  await ctx.audit({ event: 'organization_reactivated', details: { organizationId, name: before.name } })
  return { organization: await findOrganization(ctx, organizationId) }
}
