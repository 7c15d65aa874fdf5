import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../platform/config.ts'
import type { Services } from '../services.ts'
import { type Auth, libraryOptions } from './auth.ts'

export type Provider = NonNullable<Awaited<ReturnType<typeof discover>>>

/** How long a person at the login waits for a provider that does not answer. */
const TIMEOUT_MS = 5_000

const found = new WeakMap<Auth, Promise<Provider | null>>()

const withoutSlash = (issuer: string | undefined) => issuer?.replace(/\/$/, '')

/**
 * The configured sign-in provider, loaded by the authentication library from its discovery document (OpenID Connect
 * Discovery 1.0); null if there is none or it does not answer, in which case the next call tries again.
 */
export async function openProvider(services: Services, timeoutMs = TIMEOUT_MS): Promise<Provider | null> {
  const { auth, config } = services
  if (!config.oidc) return null
  const discovery = found.get(auth) ?? discover(services, config.oidc)
  found.set(auth, discovery)
  const settled = new AbortController()
  const timeout = pause(timeoutMs, null, { signal: settled.signal }).catch(() => null)
  const provider = await Promise.race([discovery.catch(() => null), timeout])
  settled.abort()
  if (!provider) found.delete(auth)
  return provider
}

async function discover(services: Services, { issuer, clientId, clientSecret }: NonNullable<Config['oidc']>) {
  const [{ betterAuth }, { genericOAuth }] = await Promise.all([
    import('better-auth/minimal'),
    import('better-auth/plugins/generic-oauth'),
  ])
  const plugin = genericOAuth({
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
  const library = betterAuth({ ...(await libraryOptions(services, services.auth.secret)), plugins: [plugin] })
  const [provider] = (await library.$context).socialProviders
  // Section 4.3: a document of another issuer must not be used.
  return provider && withoutSlash(provider.issuer) === withoutSlash(issuer) ? provider : null
}
