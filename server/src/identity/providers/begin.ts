import { safePath } from '@deedbox/contract/paths.ts'
import type { FastifyReply } from 'fastify'
import type { Services } from '../../kernel/services.ts'
import type { SignInProvider } from './find.ts'
import { type Flow, keepFlow, random } from './flow.ts'
import { authorizationUrl } from './oidc.ts'

/** Beginning of a protocol: the provider’s address, and what it has to remember until the answer. */
type Begun = { url: string; callback: string; secrets: Record<string, string> }
type Begin = (
  services: Services,
  provider: SignInProvider,
  asked: { state: string; email: string | undefined; callback: string | undefined },
) => Promise<Begun>

export const oidcCallback = '/api/oauth/callback'

const protocols: Record<SignInProvider['kind'], Begin> = {
  async oidc(services, provider, { state, email, callback = oidcCallback }) {
    const secrets = {
      codeVerifier: random(),
      nonce: random(),
      redirectUri: services.place().publicUrl + callback,
    }
    return {
      url: await authorizationUrl(services, provider, { ...secrets, state, email }),
      callback,
      secrets,
    }
  },
  async saml(services, provider, { state, email, callback = oidcCallback }) {
    const { requestUrl } = await import('./saml.ts')
    return { url: await requestUrl(services, provider, { state, email }), callback, secrets: {} }
  },
}

type Wanted = {
  returnTo?: string | undefined
  /** Suggests to the provider who signs in. */
  email?: string | undefined
  linksFor?: string
  /** Path where the provider answers, if not where the screens’ flows end. */
  callback?: string
  client?: Flow['client']
}

/** Begins the way to a provider for this browser; returns the provider’s address. @throws where it cannot be reached. */
export async function beginFlow(
  services: Services,
  reply: FastifyReply,
  provider: SignInProvider,
  { returnTo, email, linksFor, callback, client = null }: Wanted,
): Promise<string> {
  const state = random()
  const { url, ...begun } = await protocols[provider.kind](services, provider, { state, email, callback })
  await keepFlow(services, reply, state, {
    ...begun,
    providerId: provider.id,
    returnTo: safePath(returnTo),
    linksFor: linksFor ?? null,
    client,
  })
  return url
}
