import { and, eq, isNotNull, not } from 'drizzle-orm'
import type { ReadCtx } from '../context/context.ts'
import { isDeactivated } from '../context/deactivated.ts'
import { profiles } from '../db/tables/accounts.ts'
import { identityDomains, identityProviders } from '../db/tables/sign-in.ts'
import { Refusal } from '../platform/errors.ts'

/** The provider that serves an email domain, and whether people of the domain have no other way to sign in. */
export type DomainProvider = { providerId: string; name: string; domain: string; required: boolean }

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** The provider of an email’s domain, which an administrator confirmed; by the domain only, whoever has an account. */
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

/** How to refuse every other way to sign in with this email; null: it may be used. The same whoever has an account. */
export async function otherWaysRefused(ctx: ReadCtx, email: string): Promise<Refusal | null> {
  const only = await providerOfDomain(ctx, email)
  if (!only?.required) return null
  return new Refusal('provider-required', { values: { provider: only.name, domain: only.domain } })
}

/**
 * Refuses every way to sign in but the provider of the email’s domain, where it is required. Administrators keep their
 * way in: call this where the caller has proved that the account is theirs (a right password, code, passkey or link).
 * Where nothing is proved yet, {@link otherWaysRefused} does not tell administrators from others.
 * @throws Refusal provider-required.
 */
export async function refuseOtherWays(ctx: ReadCtx, email: string): Promise<void> {
  const refused = await otherWaysRefused(ctx, email)
  if (refused && !(await isAdministrator(ctx, email))) throw refused
}

export const isAdministrator = async ({ tx }: ReadCtx, email: string): Promise<boolean> =>
  (await tx.$count(profiles, and(eq(profiles.email, email), eq(profiles.role, 'admin')))) > 0
