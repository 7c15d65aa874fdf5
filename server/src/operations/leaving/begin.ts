import { daysAfter } from '@deedbox/contract/durations.ts'
import type { Leaving } from '@deedbox/contract/leaving.ts'
import { locksAt } from '@deedbox/contract/leaving-terms.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { organizations } from '../../db/tables/accounts.ts'
import { documents } from '../../db/tables/documents.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { lockOrganization } from '../../practice/organizations/find.ts'
import { endLockedGrants } from '../../sharing/grants/grants.jobs.ts'
import { notifyEnded } from '../../sharing/notices/ending.ts'
import { remindersJob } from '../../sharing/notices/settings.ts'
import { withdraw } from './ask.ts'
import { destructionsOf, getLeaving } from './standing.ts'

/**
 * Marks an organisation as leaving from now on. Whether its content is locked is decided from this time wherever it is read; its people are told
 * by the notices of this room.
 * @throws Refusal 'organization-not-found', 'organization-leaving'
 */
export async function beginLeaving(
  { jobs }: Pick<Services, 'jobs'>,
  ctx: Acting<WriteCtx>,
  organizationId: string,
  reason: string,
): Promise<Leaving> {
  const { name, leavingFrom } = await lockOrganization(ctx, organizationId)
  if (leavingFrom) throw new Refusal('organization-leaving')
  await ctx.tx
    .update(organizations)
    .set({ leavingFrom: ctx.now, leavingReason: reason, leavingByName: ctx.actor.name })
    .where(eq(organizations.id, organizationId))
  await ctx.audit({
    event: 'organization_leaving',
    details: { organizationId, name, reason, locksAt: locksAt(ctx.now).toISOString() },
  })
  await jobs.send(ctx.tx, remindersJob, {})
  return getLeaving(ctx, organizationId)
}

/**
 * Lets an organisation stay. Where its content was locked it opens again; the access of others, which ended then, does not come back.
 * @throws Refusal 'organization-not-found', 'organization-stays', 'destruction-begun'
 */
export async function stay(
  services: Pick<Services, 'mail'>,
  ctx: Acting<WriteCtx>,
  organizationId: string,
  reason: string,
): Promise<Leaving> {
  const { name, leavingFrom } = await lockOrganization(ctx, organizationId)
  if (!leavingFrom) throw new Refusal('organization-stays')
  const destructions = await destructionsOf(ctx, organizationId)
  if (destructions.some(({ confirmedAt }) => confirmedAt)) throw new Refusal('destruction-begun')
  for (const asked of destructions) await withdraw(ctx, asked, name)
  // The job may not have marked them yet.
  while ((await endLockedGrants(ctx, (ended) => notifyEnded(ctx, ended, services))) > 0);
  await ctx.tx
    .update(organizations)
    .set({ leavingFrom: null, leavingReason: null, leavingByName: null })
    .where(eq(organizations.id, organizationId))
  const wasLocked = locksAt(leavingFrom) <= ctx.now
  // Keep deleted documents anew, as nobody could restore them while they were locked.
  if (wasLocked)
    await ctx.tx
      .update(documents)
      .set({ keptUntil: daysAfter(ctx.now, ctx.settings.deletedKeptDays) })
      .where(
        and(
          eq(documents.organizationId, organizationId),
          isNotNull(documents.deletedAt),
          isNull(documents.contentRemovedAt),
        ),
      )
  await ctx.audit({ event: 'organization_stays', details: { organizationId, name, reason, wasLocked } })
  return getLeaving(ctx, organizationId)
}
