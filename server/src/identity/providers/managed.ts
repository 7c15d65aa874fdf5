import { isRole } from '@deedbox/contract/permissions.ts'
import type { Provider } from '@deedbox/contract/providers.ts'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { authAccounts, organizations } from '../../db/tables/accounts.ts'
import { identityDomains, identityProviders } from '../../db/tables/sign-in.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { endsOf } from './certificates.ts'

export type ProviderRow = typeof identityProviders.$inferSelect

export const isAdministrator = ({ permissions }: Actor): boolean => permissions.includes('canManageSystem')

/** Selects the providers that a person manages: all for administrators, for an Org Admin those of their own organisation. */
export function managed(actor: Actor): SQL | undefined {
  if (isAdministrator(actor)) return undefined
  return actor.organizationId ? eq(identityProviders.organizationId, actor.organizationId) : sql`false`
}

/** Locks a provider that the actor manages until the transaction ends. @throws Refusal provider-not-found. */
export async function lockProvider(ctx: Acting<WriteCtx>, providerId: string): Promise<ProviderRow> {
  const [row] = await ctx.tx
    .select()
    .from(identityProviders)
    .where(and(eq(identityProviders.id, providerId), managed(ctx.actor)))
    .for('update')
  if (!row) throw new Refusal('provider-not-found')
  return row
}

const people = sql<number>`(select count(*)::int from ${authAccounts} a where a.provider_id = "identity_providers"."id"::text)`

/** Providers as the API returns them, the newest last. */
export async function readProviders({ tx }: ReadCtx, which: SQL | undefined): Promise<Provider[]> {
  const rows = await tx
    .select({ row: identityProviders, organizationName: organizations.name, people })
    .from(identityProviders)
    .leftJoin(organizations, eq(organizations.id, identityProviders.organizationId))
    .where(which)
    .orderBy(asc(identityProviders.createdAt), asc(identityProviders.id))
  if (rows.length === 0) return []
  const domains = await tx
    .select()
    .from(identityDomains)
    .where(
      inArray(
        identityDomains.providerId,
        rows.map(({ row }) => row.id),
      ),
    )
    .orderBy(asc(identityDomains.domain))
  return rows.map(({ row: { clientSecret, createdAt, updatedAt: _, defaultRole, ...row }, ...more }) => ({
    ...row,
    ...more,
    defaultRole: isRole(defaultRole) ? defaultRole : 'guest',
    hasSecret: clientSecret !== null,
    certificateEnds: endsOf(row.certificates),
    createdAt: createdAt.toISOString(),
    domains: domains
      .filter(({ providerId }) => providerId === row.id)
      .map(({ id, domain, required, confirmedAt }) => ({
        id,
        domain,
        required,
        confirmedAt: confirmedAt?.toISOString() ?? null,
      })),
  }))
}

/** Reads a provider that the actor manages, after a change. */
export async function readProvider(
  ctx: Acting<ReadCtx>,
  providerId: string,
): Promise<{ provider: Provider }> {
  const [provider] = await readProviders(ctx, and(eq(identityProviders.id, providerId), managed(ctx.actor)))
  if (!provider) throw new Refusal('provider-not-found')
  return { provider }
}
