import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { AuthTokens } from '@deedbox/contract/auth-api.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { eq } from 'drizzle-orm'
import { sessions } from '../../db/tables/accounts.ts'
import { refreshTokens } from '../../db/tables/sign-in.ts'
import type { Caller, WriteCtx } from '../../kernel/context/context.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { signAccessToken } from '../accounts/access-jwt.ts'
import { apiSessionName } from '../accounts/session-token.ts'
import { authUserOf } from './user.ts'

/** Hashes a refresh token. Such tokens are random, so a plain hash is enough. */
export const refreshTokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** A session of this API as its client gets it, once its transaction has committed. */
export type Granted = { sessionId: string; refreshToken: string }

/** Makes a new refresh token for a session, in the transaction that opened or changed it. */
export const grantTokens = (ctx: WriteCtx, sessionId: string): Promise<Granted> =>
  grant(ctx, sessionId, randomBytes(32).toString('base64url'))

/** Makes the refresh token that follows another one: always the same, so that a session has one chain of them, whoever asks how often. */
export const grantSuccessor = (
  { auth }: Pick<Services, 'auth'>,
  ctx: WriteCtx,
  sessionId: string,
  former: string,
): Promise<Granted> =>
  grant(
    ctx,
    sessionId,
    createHmac('sha256', auth.secret).update(`refresh token after\0${former}`).digest('base64url'),
  )

async function grant(ctx: WriteCtx, sessionId: string, refreshToken: string): Promise<Granted> {
  const row = { hash: refreshTokenHash(refreshToken), sessionId, createdAt: ctx.now }
  await ctx.tx.insert(refreshTokens).values(row).onConflictDoNothing()
  return { sessionId, refreshToken }
}

/**
 * Returns the answer with both tokens and the person. Call after the commit.
 * @throws Refusal refresh-token-invalid if the session has ended meanwhile.
 */
export async function answerTokens(
  services: Services,
  caller: Caller,
  { sessionId, refreshToken }: Granted,
): Promise<AuthTokens> {
  const { now, session, user, aal2 } = await services.contexts.read({ ...caller, sessionId }, async (ctx) => {
    const person = ctx.actor ?? ctx.pending?.person
    const [session] = await ctx.tx.select().from(sessions).where(eq(sessions.id, sessionId))
    if (!person || !session) throw new Refusal('refresh-token-invalid')
    const user = await authUserOf(ctx, person.id, { half: ctx.actor === null })
    return { now: ctx.now, session, user, aal2: session.factorAt !== null }
  })
  const { token, expiresAt } = await signAccessToken(services, now, {
    sub: user.id,
    session_id: apiSessionName(session.token),
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
