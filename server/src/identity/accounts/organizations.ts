import type { findOrganizations as endpoint } from '@deedbox/contract/accounts.ts'
import { and, eq, sql } from 'drizzle-orm'
import { organizations } from '../../db/tables/accounts.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { contains, wordsOf } from '../../platform/search.ts'
import { ofTheirs } from './invitations.ts'

/**
 * Finds the organisation with this name in any case, created if there is none. Null for a blank name.
 * @throws Refusal 'organization-deactivated'
 */
export async function organizationNamed(
  ctx: WriteCtx,
  name: string,
): Promise<{ id: string; name: string } | null> {
  if (!name) return null
  await holdOrganizations(ctx)
  const [found] = await ctx.tx
    .select({ id: organizations.id, name: organizations.name, deactivatedAt: organizations.deactivatedAt })
    .from(organizations)
    .where(eq(sql`lower(${organizations.name})`, name.toLowerCase()))
  if (found?.deactivatedAt) throw new Refusal('organization-deactivated')
  if (found) return { id: found.id, name: found.name }
  const id = crypto.randomUUID()
  await ctx.tx.insert(organizations).values({ id, name, createdAt: ctx.now, updatedAt: ctx.now })
  await ctx.audit({ event: 'organization_created', details: { organizationId: id, name } })
  return { id, name }
}

const offered = 20

/** Finds the first organisations by name that match, for a field that completes what is typed. */
export async function findOrganizations(
  { tx, actor }: Acting<ReadCtx>,
  { query: { search = '' } }: Input<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const conditions = wordsOf(search).map((word) => contains(organizations.searchText, word))
  return {
    organizations: await tx
      .select({ id: organizations.id, name: organizations.name })
      .from(organizations)
      .where(and(ofTheirs(actor, organizations.id), ...conditions))
      .orderBy(sql`lower(${organizations.name})`, organizations.id)
      .limit(offered),
  }
}

/** Lets only one transaction at a time choose the names and numbers of organisations. */
export const holdOrganizations = (ctx: WriteCtx): Promise<void> => advisoryLock(ctx, 'organizations')

/**
 * Returns the organisation whose records are asked for: any for administrators, for an Org Admin their own, or null if they have none.
 * @throws Refusal 'not-allowed', 'organization-not-found' for another one, 'invalid-input' where an administrator names none
 */
export function organizationAsked(actor: Actor, id: string | undefined): string | null {
  if (actor.permissions.includes('canManageSystem')) {
    if (!id) throw new Refusal('invalid-input', { fields: { organization: 'This field is required' } })
    return id
  }
  if (!actor.permissions.includes('canManageOrganization')) throw new Refusal('not-allowed')
  if (id && id !== actor.organizationId) throw new Refusal('organization-not-found')
  return actor.organizationId
}
