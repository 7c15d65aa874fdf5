import { and, eq, inArray, isNotNull, not } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import { identityDomains, identityProviders } from '../../db/tables/sign-in.ts'
import type { ReadCtx } from '../../kernel/context/context.ts'
import { isDeactivated } from '../../kernel/context/deactivated.ts'
import { Refusal } from '../../platform/errors.ts'

/** The provider that serves an email domain, and whether people of the domain have no other way to sign in. */
export type DomainProvider = { providerId: string; name: string; domain: string; required: boolean }

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** Finds the provider of an email’s domain, which an administrator confirmed; by the domain only, whoever has an account. */
export async function providerOfDomain({ tx }: ReadCtx, email: string): Promise<DomainProvider | null> {
  const [found] = await tx
    .select({
      providerId: identityProviders.id,
      name: identityProviders.name,
      domain: identityDomains.domain,
      required: identityDomains.required,
    })
    .from(identityDomains)
    .innerJoin(identityProviders, eq(identityProviders.id, identityDomains.providerId))
    .where(
      and(
        eq(identityDomains.domain, domainOf(email)),
        isNotNull(identityDomains.confirmedAt),
        eq(identityProviders.enabled, true),
        not(isDeactivated(identityProviders.organizationId)),
      ),
    )
  return found ?? null
}

/** The roles that see every document: no provider brings them but through an identity that they linked themselves (ADR 24). */
export const rolesAbove = ['admin', 'trustee'] as const
export const isAbove = (role: string | undefined): boolean => rolesAbove.some((above) => above === role)

/**
 * Returns the refusal of every other way to sign in with this email; null: it may be used. The answer is the same whoever has an account.
 */
export async function otherWaysRefused(ctx: ReadCtx, email: string): Promise<Refusal | null> {
  const only = await providerOfDomain(ctx, email)
  if (!only?.required) return null
  return new Refusal('provider-required', { values: { provider: only.name, domain: only.domain } })
}

/**
 * Refuses every way to sign in but the provider of the email’s domain, where it is required. Administrators and trustees keep
 * their ways in: call this where the caller has proved that the account is theirs (a right password, code, passkey or link).
 * Before anything is proved, {@link otherWaysRefused} does not tell them from others.
 * @throws Refusal provider-required.
 */
export async function refuseOtherWays(ctx: ReadCtx, email: string): Promise<void> {
  const refused = await otherWaysRefused(ctx, email)
  if (refused && !(await keepsOtherWays(ctx, email))) throw refused
}

/** Tells whether the account with this email has a role of which no domain wants its provider only. */
export async function keepsOtherWays(ctx: ReadCtx, email: string): Promise<boolean> {
  const above = and(eq(profiles.email, email), inArray(profiles.role, rolesAbove))
  return (await ctx.tx.$count(profiles, above)) > 0
}
