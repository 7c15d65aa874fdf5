import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { accessTokenKeyPrefix, accessTokenPrefix, apiPrefix, noBearer } from '../../kernel/context/bearer.ts'
import type { Services } from '../../kernel/services.ts'
import { sessionNameOf } from './access-jwt.ts'

const accessTokenForm = new RegExp(`^${accessTokenPrefix}([\\w-]{43})([\\w-]{6})$`)

/** Tells a mistyped token, or a text that only looks like one, from a real one without asking anybody. */
function checksum(random: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(random))
  return bytes.toString('base64url')
}

/** Makes the secret of a new personal access token: 32 random bytes and their checksum. */
export function newAccessToken(): string {
  const random = randomBytes(32).toString('base64url')
  return `${accessTokenPrefix}${random}${checksum(random)}`
}

/** Returns the token column of a personal access token's session: the secret itself is stored nowhere. */
export const accessTokenKey = (secret: string): string =>
  `${accessTokenKeyPrefix}${createHash('sha256').update(secret).digest('base64url')}`

/** Returns the token column of a session of the authentication API; its access tokens carry the name, signed. */
export const apiSessionKey = (name: string): string => `${apiPrefix}${name}`

/**
 * Returns the name that access tokens give a session of the authentication API: another one after each proof, so that older tokens are
 * worth nothing.
 */
export const apiSessionName = (key: string): string => key.slice(apiPrefix.length)

const bearer = (header: string) => /^Bearer +([\w.~+/=-]{1,8192})$/i.exec(header)?.[1] ?? null

function accessTokenOf(secret: string): string | null {
  const [, random, sum] = accessTokenForm.exec(secret) ?? []
  return random && checksum(random) === sum ? accessTokenKey(secret) : null
}

/**
 * Returns the token of the session that a request proves to have: by `Authorization: Bearer` with a personal access token or an access
 * token of the authentication API, or else by its cookie. With the header, cookies are ignored.
 */
export async function sessionTokenOf(
  services: Pick<Services, 'auth' | 'config' | 'signingKeys' | 'place' | 'clock'>,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<string | null> {
  const { authorization, cookie } = request.headers
  if (authorization === undefined) return services.auth.readToken(cookie)
  const secret = bearer(authorization)
  if (secret === null) return noBearer
  if (secret.startsWith(accessTokenPrefix)) return accessTokenOf(secret) ?? noBearer
  if (!services.config.authApi) return noBearer
  const name = await sessionNameOf(services, secret)
  return name ? apiSessionKey(name) : noBearer
}
