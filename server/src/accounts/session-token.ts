import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'

/** What every personal access token begins with, so that people and scanners of leaked secrets recognise it. */
export const accessTokenPrefix = 'deedbox_pat_'

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** The token column of a personal access token's session: the secret itself is stored nowhere. */
export const accessTokenKey = (secret: string): string => `pat:${hashOf(secret)}`

/** The token column of a session of the authentication API; the access token carries the id, signed. */
export const apiSessionKey = (sessionId: string): string => `api:${sessionId}`

const bearer = (header: string) => /^Bearer +([\w.~+/=-]{1,8192})$/i.exec(header)?.[1] ?? null

/**
 * The token of the session that a request proves to have: by `Authorization: Bearer` with a personal access token or an
 * access token of the authentication API, or else by its cookie. With the header, cookies are ignored.
 */
export async function sessionTokenOf(
  { auth }: Pick<Services, 'auth'>,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<string | null> {
  const { authorization, cookie } = request.headers
  if (authorization === undefined) return auth.readToken(cookie)
  const secret = bearer(authorization)
  return secret?.startsWith(accessTokenPrefix) ? accessTokenKey(secret) : null
}
