import type { IDToken } from 'openid-client'
import { z } from 'zod'
import type { Services } from '../../kernel/services.ts'
import { domainOf } from '../accounts/ways.ts'
import { discover } from './discovery.ts'
import type { SignInProvider } from './find.ts'
import type { ProviderAnswer } from './sign-in-through.ts'

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().trim().toLowerCase().pipe(z.email()).optional(),
  // Providers may send it as a text.
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

/** Secrets that have to come back, and that the browser must not know. */
export type OidcSecrets = { codeVerifier: string; nonce: string; redirectUri: string }

/** Returns the provider’s address to ask for a code (OpenID Connect Core 1.0, section 3.1; PKCE, RFC 7636). */
export async function authorizationUrl(
  services: Services,
  provider: SignInProvider,
  asked: OidcSecrets & { state: string; email: string | undefined },
): Promise<string> {
  const client = await discover(services, provider)
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
  const url = buildAuthorizationUrl(client, {
    scope: 'openid email profile',
    redirect_uri: asked.redirectUri,
    state: asked.state,
    nonce: asked.nonce,
    code_challenge: await calculatePKCECodeChallenge(asked.codeVerifier),
    code_challenge_method: 'S256',
    ...(asked.email && { login_hint: asked.email }),
  })
  return url.href
}

/**
 * Returns what the provider answers for a code, whose state `takeFlow` has compared. `iss`: what the callback says of who sent it (RFC
 * 9207), so that a code is never taken to a provider that another one’s answer was mixed up with.
 * @throws where anything is wrong.
 */
export async function answerForCode(
  services: Services,
  provider: SignInProvider,
  { code, iss, codeVerifier, nonce, redirectUri }: OidcSecrets & { code: string; iss: string | undefined },
): Promise<ProviderAnswer> {
  const client = await discover(services, provider)
  const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
  const back = new URL(redirectUri)
  back.search = String(new URLSearchParams({ code, ...(iss !== undefined && { iss }) }))
  const checks = { pkceCodeVerifier: codeVerifier, expectedNonce: nonce }
  const got = await authorizationCodeGrant(client, back, checks)
  const told = claims.parse(got.claims())
  if (told.email || !client.serverMetadata().userinfo_endpoint) return answerOf(provider, told)
  const asked = claims.parse(await fetchUserInfo(client, got.access_token, told.sub))
  return answerOf(provider, { ...told, ...asked })
}

/** Reads the answer in an ID token that a client got from the provider by itself, and all that it says. `nonce`: as it asked. */
export async function answerInIdToken(
  services: Services,
  provider: SignInProvider,
  idToken: string,
  nonce: string,
): Promise<{ answer: ProviderAnswer; said: IDToken }> {
  const client = await discover(services, provider)
  const { implicitAuthentication, useIdTokenResponseType: expectIdToken } = await import('openid-client')
  expectIdToken(client)
  const fragment = new URLSearchParams({ id_token: idToken })
  const said = await implicitAuthentication(client, new URL(`#${fragment}`, provider.issuer), nonce)
  return { answer: answerOf(provider, claims.parse(said)), said }
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
 * Tells whether an OpenID provider says that an email is its person’s today. Google verifies the email of a private account once, and is
 * sure of it later only for the accounts of a Workspace (its guide to OpenID Connect, claim `hd`).
 */
export function isVerified(
  { issuer, configured }: Pick<SignInProvider, 'issuer' | 'configured'>,
  said: Said,
): boolean {
  const google = !configured && issuer.replace(/\/$/, '') === 'https://accounts.google.com'
  if (google && said.hd?.toLowerCase() !== domainOf(said.email)) return false
  return said.email_verified ?? Boolean(said.xms_edov)
}
