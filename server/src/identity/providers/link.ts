import type * as contract from '@deedbox/contract/providers.ts'
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { authAccounts } from '../../db/tables/accounts.ts'
import { factors, identityProviders } from '../../db/tables/sign-in.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { securityNotice } from '../accounts/security-notice.ts'
import { isAbove, providerOfDomain } from '../accounts/ways.ts'
import { beginFlow } from './begin.ts'
import { configuredProvider, findUsable, linkable, type SignInProvider, serves, signsIn } from './find.ts'
import { link, linkedPerson, type ProviderAnswer } from './sign-in-through.ts'

/** Lists the providers that the actor may link with and has not. */
export async function linkableProviders(
  services: Services,
  ctx: Acting<ReadCtx>,
): Promise<Answer<typeof contract.linkableProviders>> {
  const identities = await identitiesOf(ctx)
  const providers = (await linkable(services, ctx, ctx.actor)).filter(
    (provider) => !identities.some((identity) => isLinked(ctx, provider, identity)),
  )
  return { providers: providers.map(({ id, name }) => ({ id, name })) }
}

/**
 * Begins to link the actor’s account with a provider; their browser goes on to the address.
 * @throws Refusal provider-not-found, identity-linked, provider-failed.
 */
export async function linkIdentity(
  services: Services,
  raw: Raw<typeof contract.linkIdentity>,
  { body: { providerId } }: Input<typeof contract.linkIdentity>,
): Promise<Answer<typeof contract.linkIdentity>> {
  const provider = await raw.read(async (ctx) => {
    const provider = await findUsable(services, ctx, providerId)
    if (provider && (await identitiesOf(ctx)).some((identity) => isLinked(ctx, provider, identity)))
      throw new Refusal('identity-linked')
    return provider
  })
  if (!provider || !serves(provider, raw.actor)) throw new Refusal('provider-not-found')
  const wanted = { linksFor: raw.actor.id, returnTo: '/profile#security' }
  const url = await beginFlow(services, raw.reply, provider, wanted).catch((cause) => {
    throw new Refusal('provider-failed', { cause })
  })
  return { url }
}

/**
 * Links the identity that a provider answered for with the account of the actor, who must be the one who began. The email
 * may be another.
 * @throws Refusal not-signed-in, provider-refused, identity-taken, identity-linked.
 */
export async function linkOwn(
  { mail }: Pick<Services, 'mail'>,
  ctx: Acting<WriteCtx>,
  provider: SignInProvider,
  answer: Pick<ProviderAnswer, 'subject' | 'email'>,
  linksFor: string,
): Promise<void> {
  const { actor } = ctx
  const { subject } = answer
  if (actor.id !== linksFor) throw new Refusal('not-signed-in')
  if (!serves(provider, actor)) throw new Refusal('provider-refused')
  await advisoryLock(ctx, `identity ${provider.id} ${subject}`)
  await advisoryLock(ctx, `ways in ${actor.id}`)
  const owner = await linkedPerson(ctx, provider, subject)
  if (owner && owner.id !== actor.id) throw new Refusal('identity-taken')
  const identities = (await identitiesOf(ctx)).filter(({ providerId }) => providerId === provider.id)
  if (identities.some((identity) => isLinked(ctx, provider, identity))) throw new Refusal('identity-linked')
  // Others of this provider would not sign them in.
  for (const { id } of identities) await ctx.tx.delete(authAccounts).where(eq(authAccounts.id, id))
  await link(ctx, provider, answer, actor, 'person')
  await securityNotice(mail, ctx, actor, {
    title: 'A way to sign in was added',
    lines: [`Your account can now be signed in to with ${provider.name}.`],
  })
}

/**
 * Unlinks an identity of the actor, unless it is their last way in.
 * @throws Refusal identity-not-found, last-way-in.
 */
export async function unlinkIdentity(
  services: Services,
  ctx: Acting<WriteCtx>,
  { params: { identityId } }: Pick<Input<typeof contract.unlinkIdentity>, 'params'>,
): Promise<Answer<typeof contract.unlinkIdentity>> {
  const { actor } = ctx
  await advisoryLock(ctx, `ways in ${actor.id}`)
  const identity = (await identitiesOf(ctx)).find(({ id }) => id === identityId)
  if (!identity) throw new Refusal('identity-not-found')
  if (!(await hasOtherWay(services, ctx, identity))) throw new Refusal('last-way-in')
  await ctx.tx.delete(authAccounts).where(eq(authAccounts.id, identity.id))
  const configured = configuredProvider(services)
  const provider =
    identity.name ?? (configured?.id === identity.providerId ? configured.name : identity.providerId)
  await ctx.audit({ event: 'identity_unlinked', subjectEmail: actor.email, details: { provider } })
  await securityNotice(services.mail, ctx, actor, {
    title: 'A way to sign in was removed',
    lines: [`Your account can no longer be signed in to with ${provider}.`],
  })
  return { success: true }
}

/** Lists the identities of the actor; `name` of the provider, unless it is the configuration’s or gone. */
const identitiesOf = ({ tx, actor }: Acting<ReadCtx>) =>
  tx
    .select({
      id: authAccounts.id,
      providerId: authAccounts.providerId,
      linkedBy: authAccounts.linkedBy,
      name: identityProviders.name,
    })
    .from(authAccounts)
    .leftJoin(identityProviders, sql`${identityProviders.id}::text = ${authAccounts.providerId}`)
    .where(and(eq(authAccounts.userId, actor.id), ne(authAccounts.providerId, 'credential')))

type Identity = Awaited<ReturnType<typeof identitiesOf>>[number]

/** Tells whether an identity of the actor is one of this provider with which it signs them in. */
const isLinked = ({ actor }: Acting<ReadCtx>, provider: SignInProvider, identity: Identity): boolean =>
  identity.providerId === provider.id && signsIn(provider, actor, identity.linkedBy)

/**
 * Tells whether the actor can still sign in without an identity: by another one whose provider works; or, where their domain does not want
 * its provider only, by a password or a passkey.
 */
async function hasOtherWay(
  services: Services,
  ctx: Acting<ReadCtx>,
  identity: { id: string },
): Promise<boolean> {
  const { tx, actor } = ctx
  for (const other of await identitiesOf(ctx)) {
    if (other.id === identity.id) continue
    const provider = await findUsable(services, ctx, other.providerId)
    if (provider && isLinked(ctx, provider, other)) return true
  }
  const domain = await providerOfDomain(ctx, actor.email)
  if (domain?.required && !isAbove(actor.role)) return false
  const password = and(
    eq(authAccounts.userId, actor.id),
    eq(authAccounts.providerId, 'credential'),
    isNotNull(authAccounts.password),
  )
  if ((await tx.$count(authAccounts, password)) > 0) return true
  const passkey = and(
    eq(factors.userId, actor.id),
    eq(factors.kind, 'passkey'),
    isNotNull(factors.verifiedAt),
  )
  return (await tx.$count(factors, passkey)) > 0
}
