import { limits } from '@deedbox/contract/limits.ts'
import type * as contract from '@deedbox/contract/providers.ts'
import { decidingFields } from '@deedbox/contract/providers.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { authAccounts, organizations } from '../../db/tables/accounts.ts'
import { identityDomains, identityProviders } from '../../db/tables/sign-in.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { seal } from '../../platform/encryption/sealed.ts'
import { Refusal } from '../../platform/errors.ts'
import { isAbove } from '../accounts/ways.ts'
import { secretPurpose } from './discovery.ts'
import { completeDetails } from './fields.ts'
import { isAdministrator, lockProvider, type ProviderRow, readProvider } from './managed.ts'

type Details = Input<typeof contract.changeProvider>['body']

/** @throws Refusal invalid-input, organization-not-found, role-not-yours, provider-limit. */
export async function addProvider(
  { keyring }: Services,
  ctx: Acting<WriteCtx>,
  { body: { organizationId, kind, ...given } }: Input<typeof contract.addProvider>,
): Promise<Answer<typeof contract.addProvider>> {
  const { actor, tx, now } = ctx
  if (!isAdministrator(actor) && (organizationId === null || organizationId !== actor.organizationId))
    throw new Refusal('organization-not-found')
  const details = completeDetails(kind, given, false)
  refuseAbove(ctx, details, { organizationId, checksSecondFactor: false })
  await advisoryLock(ctx, `providers of ${organizationId}`)
  if (organizationId && (await tx.$count(organizations, eq(organizations.id, organizationId))) === 0)
    throw new Refusal('organization-not-found')
  const ofOrganization = organizationId
    ? eq(identityProviders.organizationId, organizationId)
    : isNull(identityProviders.organizationId)
  if ((await tx.$count(identityProviders, ofOrganization)) >= limits.providers.perOrganization)
    throw new Refusal('provider-limit')
  const id = crypto.randomUUID()
  const clientSecret = details.clientSecret ? seal(keyring, secretPurpose(id), details.clientSecret) : null
  const times = { createdAt: now, updatedAt: now }
  await tx.insert(identityProviders).values({ id, organizationId, kind, ...details, clientSecret, ...times })
  await ctx.audit({
    event: 'provider_added',
    details: { providerId: id, organizationId, kind, ...facts(details) },
  })
  return readProvider(ctx, id)
}

/**
 * Changes a provider. Another issuer is somebody else, so the identities of the former one are unlinked. Whom the
 * organisation trusts is for administrators to confirm: where an Org Admin changes that, its domains wait again.
 * @throws Refusal provider-not-found, invalid-input, role-not-yours.
 */
export async function changeProvider(
  { keyring }: Services,
  ctx: Acting<WriteCtx>,
  { params: { providerId }, body: given }: Input<typeof contract.changeProvider>,
): Promise<Answer<typeof contract.changeProvider>> {
  const before = await lockProvider(ctx, providerId)
  const details = completeDetails(before.kind, given, before.clientSecret !== null)
  refuseAbove(ctx, details, before)
  const clientSecret = details.clientSecret
    ? seal(keyring, secretPurpose(providerId), details.clientSecret)
    : before.clientSecret
  await ctx.tx
    .update(identityProviders)
    .set({ ...details, clientSecret, updatedAt: ctx.now })
    .where(eq(identityProviders.id, providerId))
  const unlinked = before.issuer === details.issuer ? 0 : await unlinkAll(ctx, providerId)
  const changed = decidingFields.filter((name) => String(before[name]) !== String(details[name]))
  const waits = changed.length > 0 && !isAdministrator(ctx.actor)
  if (waits)
    await ctx.tx
      .update(identityDomains)
      .set({ confirmedAt: null })
      .where(and(eq(identityDomains.providerId, providerId), isNotNull(identityDomains.confirmedAt)))
  await ctx.audit({
    event: 'provider_changed',
    details: {
      providerId,
      organizationId: before.organizationId,
      from: facts(before),
      to: facts(details),
      newSecret: details.clientSecret !== '',
      unlinked,
      domainsWait: waits,
    },
  })
  return readProvider(ctx, providerId)
}

/** Removes a provider; whoever signed in with it sets a password by email. @throws Refusal provider-not-found. */
export async function removeProvider(
  ctx: Acting<WriteCtx>,
  { params: { providerId } }: Input<typeof contract.removeProvider>,
): Promise<Answer<typeof contract.removeProvider>> {
  const before = await lockProvider(ctx, providerId)
  const unlinked = await unlinkAll(ctx, providerId)
  await ctx.tx.delete(identityProviders).where(eq(identityProviders.id, providerId))
  const { organizationId, kind } = before
  await ctx.audit({
    event: 'provider_removed',
    details: { providerId, organizationId, kind, ...facts(before), unlinked },
  })
  return { success: true }
}

/**
 * Refuses what a provider of an organisation may not do: none makes trustees, who see every document. Only administrators let people in
 * without a second factor of ours.
 */
function refuseAbove(
  { actor }: Acting<WriteCtx>,
  after: Details,
  before: Pick<ProviderRow, 'organizationId' | 'checksSecondFactor'>,
): void {
  if (isAbove(after.defaultRole) && before.organizationId !== null) throw new Refusal('role-not-yours')
  const factor = after.checksSecondFactor && !before.checksSecondFactor
  if (factor && !isAdministrator(actor)) throw new Refusal('not-allowed')
}

async function unlinkAll({ tx }: WriteCtx, providerId: string): Promise<number> {
  const gone = await tx
    .delete(authAccounts)
    .where(eq(authAccounts.providerId, providerId))
    .returning({ id: authAccounts.id })
  return gone.length
}

/** Returns what the audit trail says of a provider: never its secret. */
const facts = ({
  name,
  issuer,
  clientId,
  signInUrl,
  defaultRole,
  checksSecondFactor,
  enabled,
}: Details | ProviderRow) => ({
  ...{ name, issuer, clientId, signInUrl, defaultRole, checksSecondFactor, enabled },
})
