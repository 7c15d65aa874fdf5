import { limits } from '@deedbox/contract/limits.ts'
import type { JWTPayload } from 'jose'
import type { Services } from '../services.ts'

/** Where the authentication API is, under the address of this deployment; also the issuer of its tokens. */
export const authApiPath = '/auth/v1'
const audience = 'authenticated'

type Deps = Pick<Services, 'signingKeys' | 'place' | 'clock'>

const issuer = ({ place }: Deps) => `${place().publicUrl}${authApiPath}`

/** An access token of the authentication API (RFC 7519), signed with ES256 and valid for an hour from `now`. */
export async function signAccessToken(
  deps: Deps,
  now: Date,
  claims: { sub: string; session_id: string } & Record<string, unknown>,
): Promise<{ token: string; expiresAt: number }> {
  const { SignJWT } = await import('jose')
  const { kid, key } = await deps.signingKeys.current()
  const issuedAt = Math.floor(now.getTime() / 1_000)
  const expiresAt = issuedAt + limits.accessTokenMs / 1_000
  const token = await new SignJWT({
    ...claims,
    iss: issuer(deps),
    aud: audience,
    iat: issuedAt,
    exp: expiresAt,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
    .sign(key)
  return { token, expiresAt }
}

/** The id of the session that an access token names, if one of our keys signed it for us and it has not expired. */
export async function sessionIdOf(deps: Deps, token: string): Promise<string | null> {
  const { errors, jwtVerify } = await import('jose')
  const key = async ({ kid }: { kid?: string }) => {
    const found = kid ? await deps.signingKeys.find(kid) : null
    if (!found) throw new errors.JWKSNoMatchingKey()
    return found
  }
  try {
    const { payload } = await jwtVerify<JWTPayload & { session_id?: unknown }>(token, key, {
      issuer: issuer(deps),
      audience,
      algorithms: ['ES256'],
      requiredClaims: ['exp', 'sub', 'session_id'],
      currentDate: new Date(Date.now() + deps.clock.shiftMs),
    })
    return typeof payload.session_id === 'string' ? payload.session_id : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
