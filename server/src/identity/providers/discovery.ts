import type { ClientAuth, Configuration } from 'openid-client'
import type { Services } from '../../kernel/services.ts'
import { unseal } from '../../platform/encryption/sealed.ts'
import { OutsideError } from '../../platform/outside.ts'
import type { SignInProvider } from './find.ts'
import { reachOf, readJson } from './reach.ts'

/** Returns the purpose of a client secret’s encryption. */
export const secretPurpose = (providerId: string) => `client secret of ${providerId}`

/** Seconds by which a provider’s clock may be off. */
export const clockToleranceSeconds = 60

const needed = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const
const withoutSlash = (issuer: string) => issuer.replace(/\/$/, '')

/**
 * Makes a client of an OpenID provider, by what that says of itself (OpenID Connect Discovery 1.0); read each time, so that a change there
 * needs nothing here. Whatever the client sends goes through `readJson`.
 * @throws OutsideError in words for whoever configured it.
 */
export async function discover(services: Services, provider: SignInProvider): Promise<Configuration> {
  const openid = await import('openid-client')
  const { issuer, clientId } = provider
  const address = `${withoutSlash(issuer)}/.well-known/openid-configuration`
  const { anywhere, loopback } = reachOf(services, provider)
  const plain = anywhere || loopback
  const secret = clientSecretOf(services, provider)
  const authenticate: ClientAuth = (server, ...request) => {
    const posts = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    const way = posts ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret)
    return way(server, ...request)
  }
  // The whole address makes the library compare no issuers: its own comparison lets all tenants of Entra ID in.
  const client = await openid
    .discovery(new URL(address), clientId, { [openid.clockTolerance]: clockToleranceSeconds }, authenticate, {
      execute: [openid.enableNonRepudiationChecks, ...(plain ? [openid.allowInsecureRequests] : [])],
      async [openid.customFetch](url, { method, headers, body }) {
        const sent = method === 'POST' ? { method: 'POST' as const, body: String(body) } : {}
        return Response.json(await readJson(services, provider, url, { headers, ...sent }))
      },
    })
    .catch((error: unknown) => {
      if (error instanceof Error && error.cause instanceof OutsideError) throw error.cause
      throw new OutsideError(`${address} does not describe an OpenID provider.`, { cause: error })
    })
  const said = client.serverMetadata()
  // Section 4.3: a document of another issuer must not be used.
  if (withoutSlash(said.issuer) !== withoutSlash(issuer))
    throw new OutsideError(`${address} is of another issuer: ${said.issuer}. Please enter exactly that.`)
  const wrong = needed.filter((name) => !(plain ? /^https?:/ : /^https:/).test(String(said[name])))
  if (wrong.length > 0)
    throw new OutsideError(`${address} lacks what Deedbox needs, or has it wrong: ${wrong.join(', ')}.`)
  return client
}

const clientSecretOf = ({ keyring }: Services, { id, configured, clientSecret }: SignInProvider): string =>
  configured || clientSecret === null
    ? (clientSecret ?? '')
    : unseal(keyring, secretPurpose(id), clientSecret)
