import { limits } from '@deedbox/contract/limits.ts'
import type { JWTPayload } from 'jose'
import type { Services } from '../../kernel/services.ts'

/** Path of the authentication API, under the address of this deployment; also the issuer of its tokens. */
export const authApiPath = '/auth/v1'
const audience = 'authenticated'

type Deps = Pick<Services, 'signingKeys' | 'place' | 'clock'>

const issuer = ({ place }: Deps) => `${place().publicUrl}${authApiPath}`

/** Signs an access token of the authentication API (RFC 7519) with ES256, valid for an hour from `now`. */
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

/** Returns the name that an access token gives its session, if one of our keys signed it for us and it has not expired. */
export async function sessionNameOf(deps: Deps, token: string): Promise<string | null> {
  const { errors, jwtVerify } = await import('jose')
  const key = async ({ kid }: { kid?: string }) => {
    const publicKey = kid ? await deps.signingKeys.find(kid) : null
    if (!publicKey) throw new errors.JWKSNoMatchingKey()
    return publicKey
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
