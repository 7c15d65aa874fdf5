import { limits } from '@deedbox/contract/limits.ts'
import type * as contract from '@deedbox/contract/providers.ts'
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { identityDomains } from '../../db/tables/sign-in.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { Refusal } from '../../platform/errors.ts'
import { isAdministrator, lockProvider, readProvider } from './managed.ts'
import { isPublicDomain } from './public-domains.ts'

type Changed = Promise<Answer<typeof contract.addDomain>>

/**
 * Adds a domain. An administrator’s counts at once; an Org Admin’s waits for one, or anybody could make themselves the
 * way in of another organisation’s people.
 * @throws Refusal provider-not-found, domain-public, domain-exists, domain-limit, domain-taken.
 */
export async function addDomain(
  ctx: Acting<WriteCtx>,
  { params: { providerId }, body: { domain, required } }: Input<typeof contract.addDomain>,
): Changed {
  const provider = await lockProvider(ctx, providerId)
  if (await isPublicDomain(domain)) throw new Refusal('domain-public', { values: { domain } })
  const ofProvider = eq(identityDomains.providerId, providerId)
  if ((await ctx.tx.$count(identityDomains, and(ofProvider, eq(identityDomains.domain, domain)))) > 0)
    throw new Refusal('domain-exists')
  const limit = limits.providers.domains
  if ((await ctx.tx.$count(identityDomains, ofProvider)) >= limit)
    throw new Refusal('domain-limit', { values: { limit } })
  const confirmedAt = isAdministrator(ctx.actor) ? ctx.now : null
  if (confirmedAt) await refuseTaken(ctx, domain, providerId)
  await ctx.tx
    .insert(identityDomains)
    .values({ providerId, domain, required, confirmedAt, createdAt: ctx.now })
  const { organizationId, name } = provider
  const details = {
    providerId,
    organizationId,
    provider: name,
    domain,
    required,
    confirmed: confirmedAt !== null,
  }
  await ctx.audit({ event: 'domain_added', details })
  return readProvider(ctx, providerId)
}

/** Says whether there is another way than the provider. @throws Refusal provider-not-found, domain-not-found. */
export async function changeDomain(
  ctx: Acting<WriteCtx>,
  { params, body: { required } }: Input<typeof contract.changeDomain>,
): Changed {
  const { provider, row } = await lockDomain(ctx, params)
  await ctx.tx.update(identityDomains).set({ required }).where(eq(identityDomains.id, row.id))
  const details = {
    providerId: provider.id,
    organizationId: provider.organizationId,
    domain: row.domain,
    required,
  }
  await ctx.audit({ event: 'provider_changed', details })
  return readProvider(ctx, provider.id)
}

/** @throws Refusal provider-not-found, domain-not-found. */
export async function removeDomain(
  ctx: Acting<WriteCtx>,
  { params }: Input<typeof contract.removeDomain>,
): Changed {
  const { provider, row } = await lockDomain(ctx, params)
  await ctx.tx.delete(identityDomains).where(eq(identityDomains.id, row.id))
  const { id: providerId, organizationId, name } = provider
  await ctx.audit({
    event: 'domain_removed',
    details: { providerId, organizationId, provider: name, domain: row.domain },
  })
  return readProvider(ctx, providerId)
}

/**
 * Lets an administrator confirm that a domain is the organisation’s, and the provider the one it trusts.
 * @throws Refusal provider-not-found, domain-not-found, domain-confirmed, domain-taken.
 */
export async function confirmDomain(
  ctx: Acting<WriteCtx>,
  { params }: Input<typeof contract.confirmDomain>,
): Changed {
  const { provider, row } = await lockDomain(ctx, params)
  if (row.confirmedAt) throw new Refusal('domain-confirmed')
  await refuseTaken(ctx, row.domain, provider.id)
  await ctx.tx.update(identityDomains).set({ confirmedAt: ctx.now }).where(eq(identityDomains.id, row.id))
  const { id: providerId, organizationId, name, issuer } = provider
  await ctx.audit({
    event: 'domain_confirmed',
    details: { providerId, organizationId, provider: name, issuer, domain: row.domain },
  })
  return readProvider(ctx, providerId)
}

async function lockDomain(
  ctx: Acting<WriteCtx>,
  { providerId, domainId }: { providerId: string; domainId: string },
) {
  const provider = await lockProvider(ctx, providerId)
  const [row] = await ctx.tx
    .select()
    .from(identityDomains)
    .where(and(eq(identityDomains.id, domainId), eq(identityDomains.providerId, providerId)))
  if (!row) throw new Refusal('domain-not-found')
  return { provider, row }
}

/** Refuses a domain of another provider: it belongs to one only. The index says so too. */
async function refuseTaken(ctx: Acting<WriteCtx>, domain: string, except: string): Promise<void> {
  await advisoryLock(ctx, `domain ${domain}`)
  const taken = and(
    eq(identityDomains.domain, domain),
    isNotNull(identityDomains.confirmedAt),
    ne(identityDomains.providerId, except),
  )
  if ((await ctx.tx.$count(identityDomains, taken)) > 0) throw new Refusal('domain-taken')
}
