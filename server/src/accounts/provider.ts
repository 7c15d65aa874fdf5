import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../platform/config.ts'
import type { Services } from '../services.ts'
import { type Auth, libraryOptions } from './auth.ts'

export type Provider = NonNullable<Awaited<ReturnType<typeof discover>>>

/** How long somebody waits at the log-in for a provider that is silent. */
const PATIENCE_MS = 5_000

const found = new WeakMap<Auth, Promise<Provider | null>>()

const withoutSlash = (issuer: string | undefined) => issuer?.replace(/\/$/, '')

/**
 * The configured sign-in provider by the authentication library, found through its discovery document (OpenID Connect
 * Discovery 1.0); null when there is none or it does not answer, and then the next call looks again.
 */
export async function openProvider(services: Services, patienceMs = PATIENCE_MS): Promise<Provider | null> {
  const { auth, config } = services
  if (!config.oidc) return null
  const looking = found.get(auth) ?? discover(services, config.oidc)
  found.set(auth, looking)
  const givenUp = new AbortController()
  const patience = pause(patienceMs, null, { signal: givenUp.signal }).catch(() => null)
  const provider = await Promise.race([looking.catch(() => null), patience])
  givenUp.abort()
  if (!provider) found.delete(auth)
  return provider
}

async function discover(services: Services, { issuer, clientId, clientSecret }: NonNullable<Config['oidc']>) {
  const [{ betterAuth }, { genericOAuth }] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/plugins/generic-oauth'),
  ])
  const one = genericOAuth({
    config: [
      {
        providerId: 'oidc',
        discoveryUrl: `${withoutSlash(issuer)}/.well-known/openid-configuration`,
        clientId,
        clientSecret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
      },
    ],
  })
  const library = betterAuth({ ...(await libraryOptions(services, services.auth.secret)), plugins: [one] })
  const [provider] = (await library.$context).socialProviders
  // Section 4.3: a document of another issuer must not be used.
  return provider && withoutSlash(provider.issuer) === withoutSlash(issuer) ? provider : null
}
