import { organizationFieldNames } from '@deedbox/contract/organization-fields.ts'
import type * as contract from '@deedbox/contract/organizations.ts'
import type { OrganizationDetails } from '@deedbox/contract/organizations.ts'
import { and, eq, ne, or, sql } from 'drizzle-orm'
import { later } from '../../db/later.ts'
import { organizations } from '../../db/tables/accounts.ts'
import { holdOrganizations } from '../../identity/accounts/organizations.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { findOrganization, lockOrganization, type OrganizationRow } from './find.ts'

/** @throws Refusal 'organization-exists', 'abn-taken', 'acn-taken' */
export async function createOrganization(
  ctx: Acting<WriteCtx>,
  details: Input<typeof contract.createOrganization>['body'],
): Promise<Answer<typeof contract.createOrganization>> {
  await refuseTaken(ctx, details, null)
  const id = crypto.randomUUID()
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  await ctx.tx.insert(organizations).values({ id, ...toColumns(details), ...times })
  await ctx.audit({
    event: 'organization_created',
    details: { organizationId: id, name: details.name, changes: changesOf(null, details) },
  })
  return { organization: await findOrganization(ctx, id) }
}

/**
 * Changes an organisation, unless somebody has changed it since the caller read it. Nothing is written if nothing
 * differs, but the attempt is audited.
 * @throws Refusal 'organization-not-found', 'organization-changed', 'organization-exists', 'abn-taken', 'acn-taken'
 */
export async function updateOrganization(
  ctx: Acting<WriteCtx>,
  organizationId: string,
  { updatedAt, ...details }: Input<typeof contract.updateOrganization>['body'],
): Promise<Answer<typeof contract.updateOrganization>> {
  await holdOrganizations(ctx)
  const before = await lockOrganization(ctx, organizationId)
  if (before.updatedAt.toISOString() !== updatedAt) throw new Refusal('organization-changed')
  await refuseTaken(ctx, details, organizationId)
  const changes = changesOf(before, details)
  await ctx.tx
    .update(organizations)
    .set({ ...toColumns(details), updatedAt: later(before, ctx.now) })
    .where(eq(organizations.id, organizationId))
  await ctx.audit({
    event: 'organization_updated',
    details: { organizationId, name: details.name, changes },
  })
  return { organization: await findOrganization(ctx, organizationId) }
}

const toColumns = ({ abn, acn, ...details }: OrganizationDetails) => ({
  ...details,
  abn: abn || null,
  acn: acn || null,
})

/** Finds what differs, field by field; a new organisation differs from an empty one. */
const changesOf = (before: OrganizationRow | null, after: OrganizationDetails) =>
  organizationFieldNames
    .map((field) => ({ field, from: before?.[field] ?? '', to: after[field] }))
    .filter(({ from, to }) => from !== to)

/**
 * Refuses the name of another organisation, in any case of its letters, and its numbers. Another transaction waits.
 */
async function refuseTaken(
  ctx: Acting<WriteCtx>,
  { name, abn, acn }: OrganizationDetails,
  except: string | null,
): Promise<void> {
  await holdOrganizations(ctx)
  const sameName = eq(sql`lower(${organizations.name})`, name.toLowerCase())
  const like = or(
    sameName,
    abn ? eq(organizations.abn, abn) : undefined,
    acn ? eq(organizations.acn, acn) : undefined,
  )
  const taken = await ctx.tx
    .select({ sameName: sql<boolean>`${sameName}`, abn: organizations.abn, acn: organizations.acn })
    .from(organizations)
    .where(and(like, except ? ne(organizations.id, except) : undefined))
  if (taken.some((other) => other.sameName)) throw new Refusal('organization-exists')
  if (abn && taken.some((other) => other.abn === abn)) throw new Refusal('abn-taken')
  if (acn && taken.some((other) => other.acn === acn)) throw new Refusal('acn-taken')
}
