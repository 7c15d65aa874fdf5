import { createLocalJWKSet, jwtVerify } from 'jose'
import { z } from 'zod'
import { domainOf } from '../accounts/ways.ts'
import { unseal } from '../platform/encryption/sealed.ts'
import type { Services } from '../services.ts'
import { type Discovery, discover } from './discovery.ts'
import type { SignInProvider } from './find.ts'
import { readJson } from './reach.ts'
import type { ProviderAnswer } from './sign-in-through.ts'

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().trim().toLowerCase().pipe(z.email()).optional(),
  // Some send it as a text.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  /** Entra ID's claim that the tenant owns the email's domain. */
  xms_edov: z
    .union([z.boolean(), z.literal(1), z.stringbool()])
    .optional()
    .catch(undefined),
  /** Google's claim of the Workspace domain that the account belongs to. */
  hd: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  given_name: z.string().optional().catch(undefined),
  family_name: z.string().optional().catch(undefined),
})
const tokens = z.object({ id_token: z.string(), access_token: z.string().optional() })
const keys = z.object({ keys: z.array(z.record(z.string(), z.unknown())) })

/** Signatures by a key that is only the provider’s: never the client secret’s (HS256), never none. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** What the purpose of a client secret’s encryption is. */
export const secretPurpose = (providerId: string) => `client secret of ${providerId}`

/** What has to come back, and what the browser must not know. */
export type OidcSecrets = { codeVerifier: string; nonce: string; redirectUri: string }

/** The provider’s address to ask for a code (OpenID Connect Core 1.0, section 3.1; PKCE, RFC 7636). */
export async function authorizationUrl(
  services: Services,
  provider: SignInProvider,
  { state, email, ...secrets }: OidcSecrets & { state: string; email: string | undefined },
): Promise<string> {
  const [{ authorization_endpoint }, { createAuthorizationURL }] = await Promise.all([
    discover(services, provider),
    import('better-auth/oauth2'),
  ])
  const url = await createAuthorizationURL({
    id: provider.id,
    options: { clientId: provider.clientId },
    authorizationEndpoint: authorization_endpoint,
    scopes: ['openid', 'email', 'profile'],
    redirectURI: secrets.redirectUri,
    state,
    codeVerifier: secrets.codeVerifier,
    nonce: secrets.nonce,
    ...(email && { loginHint: email }),
  })
  return url.href
}

/**
 * What the provider answers for a code. `iss`: what the callback says of who sent it (RFC 9207), so that a code is never
 * taken to a provider that another one’s answer was mixed up with.
 * @throws where anything is wrong.
 */
export async function answerForCode(
  services: Services,
  provider: SignInProvider,
  { code, iss, codeVerifier, nonce, redirectUri }: OidcSecrets & { code: string; iss: string | undefined },
): Promise<ProviderAnswer> {
  const found = await discover(services, provider)
  if (iss === undefined ? found.authorization_response_iss_parameter_supported : iss !== found.issuer)
    throw new Error('The answer is another provider’s')
  const { authorizationCodeRequest } = await import('better-auth/oauth2')
  const posts = found.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false
  const { body, headers } = await authorizationCodeRequest({
    code,
    codeVerifier,
    redirectURI: redirectUri,
    options: { clientId: provider.clientId, clientSecret: clientSecretOf(services, provider) },
    tokenEndpointAuth: { method: posts ? 'client_secret_post' : 'client_secret_basic' },
  })
  const ask = { method: 'POST' as const, headers: headers as Record<string, string>, body: body.toString() }
  const got = tokens.parse(await readJson(services, provider, found.token_endpoint, ask))
  const told = await verifyIdToken(services, provider, got.id_token, { nonce, found })
  if (told.email || !found.userinfo_endpoint || !got.access_token) return answerOf(provider, told)
  const asked = await readJson(services, provider, found.userinfo_endpoint, {
    headers: { authorization: `Bearer ${got.access_token}` },
  })
  const more = claims.parse(asked)
  // Section 5.3.2: it may be about somebody else.
  if (more.sub !== told.sub) throw new Error('The user info is about another person')
  return answerOf(provider, { ...told, ...more })
}

/** The answer in an ID token that a client got from the provider by itself. `nonce`: as it asked; null: it named none. */
export async function answerInIdToken(
  services: Services,
  provider: SignInProvider,
  idToken: string,
  nonce: string | null,
): Promise<ProviderAnswer> {
  const found = await discover(services, provider)
  return answerOf(provider, await verifyIdToken(services, provider, idToken, { nonce, found }))
}

/** OpenID Connect Core 1.0, section 3.1.3.7. */
async function verifyIdToken(
  services: Services,
  provider: SignInProvider,
  idToken: string,
  { nonce, found }: { nonce: string | null; found: Discovery },
) {
  const { clientId } = provider
  const set = createLocalJWKSet(keys.parse(await readJson(services, provider, found.jwks_uri)) as never)
  const { payload } = await jwtVerify(idToken, set, {
    issuer: found.issuer,
    audience: clientId,
    algorithms,
    requiredClaims: ['sub', 'exp', 'iat'],
    clockTolerance: 60,
  })
  if (nonce !== null && payload.nonce !== nonce) throw new Error('The ID token has another nonce')
  const other = payload.azp !== undefined && payload.azp !== clientId
  if (other || (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp === undefined))
    throw new Error('The ID token is for another client')
  return claims.parse(payload)
}

function answerOf(
  provider: SignInProvider,
  { sub, email, name, ...said }: z.output<typeof claims>,
): ProviderAnswer {
  if (!email) throw new Error('The provider names no email')
  const firstName = said.given_name ?? name ?? ''
  const lastName = said.given_name === undefined ? '' : (said.family_name ?? '')
  const emailVerified = isVerified(provider, { ...said, email })
  return { subject: sub, email, emailVerified, firstName, lastName, method: 'oauth' }
}

type Said = { email: string } & Partial<Pick<z.output<typeof claims>, 'email_verified' | 'xms_edov' | 'hd'>>

/**
 * Whether an OpenID provider says that an email is its person’s today. Google verifies the email of a private account
 * once, and is sure of it later only for the accounts of a Workspace (its guide to OpenID Connect, claim `hd`).
 */
export function isVerified(
  { issuer, configured }: Pick<SignInProvider, 'issuer' | 'configured'>,
  said: Said,
): boolean {
  const google = !configured && issuer.replace(/\/$/, '') === 'https://accounts.google.com'
  if (google && said.hd?.toLowerCase() !== domainOf(said.email)) return false
  return said.email_verified ?? Boolean(said.xms_edov)
}

const clientSecretOf = ({ keyring }: Services, { id, configured, clientSecret }: SignInProvider): string =>
  configured || clientSecret === null
    ? (clientSecret ?? '')
    : unseal(keyring, secretPurpose(id), clientSecret)
