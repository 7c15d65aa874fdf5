import type { AuthTokens, authToken } from '@deedbox/contract/auth-api.ts'
import { refreshGrant } from '@deedbox/contract/auth-api.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { and, eq, gt } from 'drizzle-orm'
import { profiles, sessions } from '../../db/tables/accounts.ts'
import { refreshTokens } from '../../db/tables/sign-in.ts'
import type { WriteCtx } from '../../kernel/context/context.ts'
import type { Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { keepAlive, maySignIn } from '../accounts/sessions.ts'
import { answerTokens, type Granted, grantSuccessor, refreshTokenHash } from './tokens.ts'

/**
 * Gives new tokens for a refresh token, which works once. A client that lost the answer may send it again for ten seconds, and gets the
 * same next one; later it was stolen from one of two, so the session ends (RFC 9700, section 4.14.2). Extends the session like any use.
 * @throws Refusal refresh-token-invalid, refresh-token-used, login-invalid for a person who is deactivated.
 */
export async function refresh(
  services: Services,
  { caller, transact }: Raw<typeof authToken>,
  body: unknown,
): Promise<AuthTokens> {
  const { refresh_token } = refreshGrant.parse(body)
  const outcome = await services.contexts.work((ctx) => exchange(services, ctx, refresh_token))
  if ('granted' in outcome) return answerTokens(services, caller, outcome.granted)
  if ('reused' in outcome) {
    const { session, person } = outcome.reused
    await transact(async (ctx) => {
      await ctx.tx.delete(sessions).where(eq(sessions.id, session.id))
      const details = { sessionId: session.id }
      await ctx.audit({ event: 'refresh_token_reused', actor: person, subjectEmail: person.email, details })
    })
    throw new Refusal('refresh-token-used')
  }
  throw new Refusal(outcome.refused)
}

type Found = NonNullable<Awaited<ReturnType<typeof find>>>
type Outcome =
  | { granted: Granted }
  | { reused: Found }
  | { refused: 'refresh-token-invalid' | 'login-invalid' }

async function exchange(services: Services, ctx: WriteCtx, given: string): Promise<Outcome> {
  const hash = refreshTokenHash(given)
  const row = await find(ctx, hash)
  if (!row) return { refused: 'refresh-token-invalid' }
  const { token, session, person } = row
  if (token.usedAt && ctx.now.getTime() - token.usedAt.getTime() >= limits.refreshReuseMs)
    return { reused: row }
  if (!(await maySignIn(ctx, person.id))) return { refused: 'login-invalid' }
  if (!token.usedAt)
    await ctx.tx.update(refreshTokens).set({ usedAt: ctx.now }).where(eq(refreshTokens.hash, hash))
  await keepAlive(ctx, session.id)
  return { granted: await grantSuccessor(services, ctx, session.id, given) }
}

/** Finds the refresh token with its session and person, locked, so that two requests with it come one after the other. */
async function find(ctx: WriteCtx, hash: string) {
  const [found] = await ctx.tx
    .select({ token: refreshTokens, session: sessions, person: profiles })
    .from(refreshTokens)
    .innerJoin(sessions, and(eq(sessions.id, refreshTokens.sessionId), gt(sessions.expiresAt, ctx.now)))
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .where(eq(refreshTokens.hash, hash))
    .for('update', { of: refreshTokens })
  return found
}
