import { dayOf } from '@deedbox/contract/dates.ts'
import type { askDestruction as endpoint, Leaving } from '@deedbox/contract/leaving.ts'
import { locksAt } from '@deedbox/contract/leaving-terms.ts'
import { errors } from '@deedbox/contract/refusals.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { documents } from '../../db/tables/documents.ts'
import { destructions } from '../../db/tables/leaving.ts'
import { holdManaging } from '../../identity/accounts/managing.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { findDocument } from '../../policy/find.ts'
import { refuseHeld } from '../../policy/holds.ts'
import { hasSecond } from '../../practice/holds/second.ts'
import { lockOrganization } from '../../practice/organizations/find.ts'
import { destroyJob } from './destroy.ts'
import { contentOf, type DestructionRow, getLeaving } from './standing.ts'

type Needs = Pick<Services, 'jobs'>

/**
 * Asks to destroy the content of an organisation that is locked, with the instruction or waiver that it rests on; where there is no second administrator,
 * begins it.
 * @throws Refusal 'organization-not-found', 'organization-not-locked', 'destruction-asked', 'destruction-nothing', 'destruction-day-future',
 *   'document-not-found', 'hold-keeps-organisation'
 */
export async function askDestruction(
  services: Needs,
  ctx: Acting<WriteCtx>,
  organizationId: string,
  body: Input<typeof endpoint>['body'],
): Promise<Leaving> {
  if (body.givenOn > dayOf(ctx.now, ctx.settings.timeZone))
    throw new Refusal('destruction-day-future', {
      fields: { givenOn: errors['destruction-day-future'].message },
    })
  await holdManaging(ctx)
  const { name, leavingFrom } = await lockOrganization(ctx, organizationId)
  if (!leavingFrom || locksAt(leavingFrom) > ctx.now) throw new Refusal('organization-not-locked')
  if (await goingOn(ctx, organizationId)) throw new Refusal('destruction-asked')
  await refuseHeld(ctx, 'destroy-organization', [organizationId])
  if ((await ctx.tx.$count(documents, contentOf(organizationId))) === 0)
    throw new Refusal('destruction-nothing')
  if (body.documentId) await findDocument(ctx, body.documentId)
  const { id: askedBy, name: askedByName } = ctx.actor
  const [row] = await ctx.tx
    .insert(destructions)
    .values({ organizationId, ...body, askedAt: ctx.now, askedBy, askedByName })
    .returning()
  if (!row) throw new Error('A destruction was not stored')
  const { kind, words, givenBy, givenOn, documentId } = row
  await ctx.audit({
    event: 'organization_destruction_asked',
    details: {
      organizationId,
      name,
      destructionId: row.id,
      kind,
      words,
      givenBy,
      givenOn,
      instructionId: documentId,
    },
  })
  if (!(await hasSecond(ctx))) await begin(services, ctx, row, name)
  return getLeaving(ctx, organizationId)
}

/**
 * Begins the destruction that another administrator asked for.
 * @throws Refusal 'organization-not-found', 'destruction-not-asked', 'destruction-second', 'hold-keeps-organisation'
 */
export async function confirmDestruction(
  services: Needs,
  ctx: Acting<WriteCtx>,
  organizationId: string,
): Promise<Leaving> {
  await holdManaging(ctx)
  const { name } = await lockOrganization(ctx, organizationId)
  const row = await goingOn(ctx, organizationId)
  if (!row || row.confirmedAt) throw new Refusal('destruction-not-asked')
  if (row.askedBy === ctx.actor.id && (await hasSecond(ctx))) throw new Refusal('destruction-second')
  await refuseHeld(ctx, 'destroy-organization', [organizationId])
  await begin(services, ctx, row, name)
  return getLeaving(ctx, organizationId)
}

/** Lets the content be. @throws Refusal 'organization-not-found', 'destruction-not-asked' */
export async function refuseDestruction(ctx: Acting<WriteCtx>, organizationId: string): Promise<Leaving> {
  const { name } = await lockOrganization(ctx, organizationId)
  const row = await goingOn(ctx, organizationId)
  if (!row || row.confirmedAt) throw new Refusal('destruction-not-asked')
  await withdraw(ctx, row, name)
  return getLeaving(ctx, organizationId)
}

/** Removes what was asked for; the trail keeps it. */
export async function withdraw(ctx: Acting<WriteCtx>, { id, organizationId }: DestructionRow, name: string) {
  await ctx.tx.delete(destructions).where(eq(destructions.id, id))
  await ctx.audit({
    event: 'organization_destruction_refused',
    details: { organizationId, name, destructionId: id },
  })
}

/** Finds the destruction that is asked for or under way; the caller has locked its organisation. */
async function goingOn({ tx }: WriteCtx, organizationId: string): Promise<DestructionRow | undefined> {
  const [row] = await tx
    .select()
    .from(destructions)
    .where(and(eq(destructions.organizationId, organizationId), isNull(destructions.endedAt)))
    .for('update')
  return row
}

async function begin({ jobs }: Needs, ctx: Acting<WriteCtx>, row: DestructionRow, name: string) {
  const { id: confirmedBy, name: confirmedByName } = ctx.actor
  await ctx.tx
    .update(destructions)
    .set({ confirmedAt: ctx.now, confirmedBy, confirmedByName })
    .where(eq(destructions.id, row.id))
  const { id: destructionId, organizationId, askedByName: askedBy } = row
  await ctx.audit({
    event: 'organization_destruction_confirmed',
    details: { organizationId, name, destructionId, askedBy },
  })
  await jobs.send(ctx.tx, destroyJob, {})
}
