import { createHash, randomBytes } from 'node:crypto'
import type { AuthTokens } from '@deedbox/contract/auth-api.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { eq } from 'drizzle-orm'
import { signAccessToken } from '../accounts/access-jwt.ts'
import { apiSessionKey } from '../accounts/session-token.ts'
import type { Caller, WriteCtx } from '../context/context.ts'
import { sessions } from '../db/tables/accounts.ts'
import { refreshTokens } from '../db/tables/sign-in.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import { authUserOf } from './user.ts'

/** Refresh tokens are random, so a plain hash of them is enough. */
export const refreshTokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** A session of this API as its client gets it, once its transaction has committed. */
export type Granted = { sessionId: string; refreshToken: string }

/** A new refresh token for a session, in the transaction that opened or changed it. */
export async function grantTokens(ctx: WriteCtx, sessionId: string): Promise<Granted> {
  const refreshToken = randomBytes(32).toString('base64url')
  const hash = refreshTokenHash(refreshToken)
  await ctx.tx.insert(refreshTokens).values({ hash, sessionId, createdAt: ctx.now })
  return { sessionId, refreshToken }
}

/**
 * The answer with both tokens and the person. Call after the commit.
 * @throws Refusal refresh-token-invalid if the session has ended meanwhile.
 */
export async function answerTokens(
  services: Services,
  caller: Caller,
  { sessionId, refreshToken }: Granted,
): Promise<AuthTokens> {
  const { now, session, user, aal2 } = await services.contexts.read(
    { ...caller, token: apiSessionKey(sessionId) },
    async (ctx) => {
      const person = ctx.actor ?? ctx.pending?.person
      const [session] = await ctx.tx.select().from(sessions).where(eq(sessions.id, sessionId))
      if (!person || !session) throw new Refusal('refresh-token-invalid')
      const user = await authUserOf(ctx, person.id, { half: ctx.actor === null })
      return { now: ctx.now, session, user, aal2: session.factorAt !== null }
    },
  )
  const { token, expiresAt } = await signAccessToken(services, now, {
    sub: user.id,
    session_id: sessionId,
    role: user.role,
    email: user.email,
    phone: user.phone,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    aal: aal2 ? 'aal2' : 'aal1',
    // The latest first, in seconds.
    amr: session.methods
      .map(({ method, at }) => ({ method, timestamp: Math.floor(Date.parse(at) / 1_000) }))
      .toReversed(),
    is_anonymous: false,
  })
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: limits.accessTokenMs / 1_000,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user,
  }
}
