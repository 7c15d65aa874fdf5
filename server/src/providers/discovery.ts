import { z } from 'zod'
import { OutsideError } from '../platform/outside.ts'
import type { Services } from '../services.ts'
import type { SignInProvider } from './find.ts'
import { readJson } from './reach.ts'

const endpointUrl = z.url()
const document = z.object({
  issuer: z.string(),
  authorization_endpoint: endpointUrl,
  token_endpoint: endpointUrl,
  jwks_uri: endpointUrl,
  userinfo_endpoint: endpointUrl.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  response_types_supported: z.array(z.string()).optional(),
  code_challenge_methods_supported: z.array(z.string()).optional(),
  scopes_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
})
export type Discovery = z.output<typeof document>

const withoutSlash = (issuer: string) => issuer.replace(/\/$/, '')

/**
 * What an OpenID provider says of itself (OpenID Connect Discovery 1.0); read each time, so that a change there needs
 * nothing here.
 * @throws OutsideError in words for whoever configured it.
 */
export async function discover(
  services: Pick<Services, 'config' | 'place'>,
  provider: SignInProvider,
): Promise<Discovery> {
  const { issuer } = provider
  const address = `${withoutSlash(issuer)}/.well-known/openid-configuration`
  const read = document.safeParse(await readJson(services, provider, address))
  if (!read.success) {
    const missing = read.error.issues.map(({ path }) => path.join('.')).join(', ')
    throw new OutsideError(`${address} lacks what Deedbox needs, or has it wrong: ${missing}.`)
  }
  // Section 4.3: a document of another issuer must not be used.
  if (withoutSlash(read.data.issuer) !== withoutSlash(issuer))
    throw new OutsideError(`${address} is of another issuer: ${read.data.issuer}. Please enter exactly that.`)
  const { protocol, hostname } = new URL(read.data.authorization_endpoint)
  const open = provider.configured || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && open))
    throw new OutsideError('Its page for signing in does not begin with https://.')
  return read.data
}
