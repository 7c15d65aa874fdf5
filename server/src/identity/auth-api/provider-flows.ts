import type * as contract from '@deedbox/contract/auth-flows.ts'
import { z } from 'zod'
import type { ReadCtx } from '../../kernel/context/context.ts'
import { loggable } from '../../kernel/http/error-handler.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { providerOfDomain } from '../accounts/ways.ts'
import { answerOf } from '../providers/answer.ts'
import { beginFlow } from '../providers/begin.ts'
import { findUsable, type SignInProvider, serves } from '../providers/find.ts'
import { takeFlow } from '../providers/flow.ts'
import { authCodeAnswer, keepAuthCode, neededChallenge } from './auth-codes.ts'
import { keep, take } from './kept.ts'
import { allowedRedirect, withQuery } from './redirects.ts'

const callback = '/auth/v1/callback'
const ticketPurpose = 'way to a provider'
const ticketLivesMs = 10 * 60_000

/** Wishes of a client for its way to a provider, from the beginning to the code that it gets. */
const wish = z.object({
  providerId: z.string(),
  redirectTo: z.string(),
  challenge: z.string(),
  linksFor: z.object({ sessionId: z.string(), userId: z.string() }).nullable(),
})
type Wish = z.output<typeof wish>

/** Finds a provider by what clients call it: `oidc` or nothing is the configuration's. @throws Refusal provider-not-found. */
export async function providerCalled(
  services: Services,
  ctx: ReadCtx,
  name: string | null | undefined,
): Promise<SignInProvider> {
  const provider = await findUsable(services, ctx, name === 'oidc' ? undefined : (name ?? undefined))
  if (!provider) throw new Refusal('provider-not-found')
  return provider
}

/**
 * Serves GET /authorize: leads this browser to a provider.
 * @throws Refusal provider-not-found, redirect-not-allowed, pkce-needed, auth-code-unknown, provider-failed.
 */
export async function authorize(
  services: Services,
  raw: Raw<typeof contract.authAuthorize>,
  { query }: Input<typeof contract.authAuthorize>,
): Promise<Answer<typeof contract.authAuthorize>> {
  const { wanted, provider } = await services.contexts.work(async (ctx) => {
    const ticket = query.ticket ? await take(ctx, ticketPurpose, query.ticket) : undefined
    if (ticket === null || ticket === 'over') throw new Refusal('auth-code-unknown')
    const provider = await providerCalled(
      services,
      ctx,
      ticket ? wish.parse(ticket.value).providerId : query.provider,
    )
    return { wanted: ticket ? wish.parse(ticket.value) : wishOf(services, provider, query, null), provider }
  })
  const url = await beginFlow(services, raw.reply, provider, { callback, client: wanted }).catch(
    (cause: unknown) => {
      throw new Refusal('provider-failed', { cause })
    },
  )
  void raw.reply.header('cache-control', 'no-store').redirect(url)
  return null
}

const wishOf = (
  services: Services,
  provider: SignInProvider,
  sent: { redirect_to?: string | null | undefined } & Parameters<typeof neededChallenge>[0],
  linksFor: Wish['linksFor'],
): Wish => ({
  providerId: provider.id,
  redirectTo: allowedRedirect(services, sent.redirect_to),
  challenge: neededChallenge(sent),
  linksFor,
})

/**
 * Serves GET /callback: the provider's answer becomes a code, which only the client that began can exchange (`grant_type=pkce`); nobody is
 * signed in before that. What went wrong is told to redirect_to as RFC 6749, section 4.1.2.1, has it.
 */
export async function callBack(
  services: Services,
  raw: Raw<typeof contract.authCallback>,
  { query: { state, code, iss, error } }: Input<typeof contract.authCallback>,
): Promise<Answer<typeof contract.authCallback>> {
  const flow = await takeFlow(services, raw.request, { state, callback }).catch((cause: unknown) => {
    throw new Refusal('flow-unknown', { cause })
  })
  const { redirectTo, challenge, linksFor } = wish.parse(flow.client)
  let back: Record<string, string>
  try {
    if (!code) throw new Error(error ?? 'The provider sent no code')
    const provider = await services.contexts.work((ctx) => providerCalled(services, ctx, flow.providerId))
    const answer = authCodeAnswer.parse(await answerOf(services, { flow, provider }, { state, code, iss }))
    const means = { providerId: provider.id, answer, linksFor }
    back = { code: await services.contexts.work((ctx) => keepAuthCode(ctx, challenge, means)) }
  } catch (cause) {
    services.logger.warn({ error: loggable(cause) }, 'signing in by a provider failed')
    const { message } = new Refusal('provider-failed')
    back = { error: error ?? 'server_error', error_code: 'bad_oauth_callback', error_description: message }
  }
  void raw.reply.header('cache-control', 'no-store').redirect(withQuery(redirectTo, back))
  return null
}

/**
 * Serves POST /sso. The address is ours: the browser begins there, so that only it can end what it began.
 * @throws Refusal provider-not-found, redirect-not-allowed, pkce-needed.
 */
export async function sso(
  services: Services,
  ctx: ReadCtx,
  { body }: Input<typeof contract.authSso>,
): Promise<Answer<typeof contract.authSso>> {
  const id = body.provider_id ?? (body.domain && (await providerOfDomain(ctx, `@${body.domain}`))?.providerId)
  if (!id) throw new Refusal('provider-not-found')
  const wanted = wishOf(services, await providerCalled(services, ctx, id), body, null)
  return { url: await ticketFor(services, wanted) }
}

/** Serves GET /user/identities/authorize: the same for linking. @throws Refusal as `sso`. */
export async function linkIdentity(
  services: Services,
  raw: Raw<typeof contract.authLinkIdentity>,
  { query }: Input<typeof contract.authLinkIdentity>,
): Promise<Answer<typeof contract.authLinkIdentity>> {
  const { actor } = raw
  const provider = await raw.read((ctx) => providerCalled(services, ctx, query.provider))
  if (!serves(provider, actor)) throw new Refusal('provider-not-found')
  const linksFor = { sessionId: actor.sessionId, userId: actor.id }
  return { url: await ticketFor(services, wishOf(services, provider, query, linksFor)) }
}

async function ticketFor(services: Services, wanted: Wish): Promise<string> {
  const ticket = await services.contexts.work((ctx) => keep(ctx, ticketPurpose, wanted, ticketLivesMs))
  return `${services.place().publicUrl}/auth/v1/authorize?${new URLSearchParams({ ticket })}`
}
