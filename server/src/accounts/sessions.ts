import type { SessionUser } from '@deedbox/contract/accounts.ts'
import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import { and, eq, lt, lte, sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { acting, type ReadCtx, type WriteCtx } from '../context/context.ts'
import { notDeactivated } from '../context/deactivated.ts'
import { profiles, sessions } from '../db/tables/accounts.ts'
import type { Raw } from '../http/handler.ts'
import { Refusal } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import type { Auth, AuthContext } from './auth.ts'
import { sessionUser } from './session-user.ts'

const day = 86_400_000

/** How long a session lasts without being used; at most its total lifetime. */
const idleMs = ({ sessionDays }: Settings) => Math.min(limits.session.livesMs, sessionDays * day)

/**
 * Starts a session for a person, replacing the caller's former one; audited as theirs. Returns its token.
 * @throws Refusal login-invalid for a person who is deactivated, or whose organisation is.
 */
export async function openSession(
  ctx: WriteCtx,
  library: AuthContext,
  person: { id: string; email: string; name: string },
): Promise<string> {
  const { internalAdapter } = library
  if (ctx.token) await internalAdapter.deleteSession(ctx.token)
  const expiresAt = new Date(ctx.now.getTime() + idleMs(ctx.settings))
  const times = { createdAt: ctx.now, updatedAt: ctx.now, expiresAt }
  const caller = { ipAddress: ctx.ip, userAgent: ctx.userAgent }
  const session = await internalAdapter.createSession(person.id, false, { ...times, ...caller }, true)
  const [here] = await ctx.tx
    .update(profiles)
    .set({ lastSignedInAt: ctx.now })
    .where(and(eq(profiles.id, person.id), notDeactivated))
    .returning({ id: profiles.id })
  if (!here) throw new Refusal('login-invalid')
  await ctx.audit({ event: 'signed_in', actor: person, subjectEmail: person.email })
  return session.token
}

/** Whether a person may sign in: neither they nor their organisation are deactivated. */
export const maySignIn = async ({ tx }: ReadCtx, userId: string): Promise<boolean> =>
  (await tx.$count(profiles, and(eq(profiles.id, userId), notDeactivated))) > 0

/** Sets the session cookie and returns the person. Call after the commit. */
export async function handOver(
  { auth, contexts }: Services,
  { reply, caller, settings }: Pick<Raw<Endpoint>, 'reply' | 'caller' | 'settings'>,
  token: string,
): Promise<SessionUser> {
  await setCookie(auth, reply, token, settings)
  return contexts.read({ ...caller, token }, async (ctx) => sessionUser(acting(ctx).actor))
}

/**
 * Extends a session that is being used, at most once a day and never beyond its total lifetime. True if it was extended.
 */
export async function keepAlive(ctx: ReadCtx): Promise<boolean> {
  if (!ctx.token || !ctx.actor) return false
  const next = new Date(ctx.now.getTime() + idleMs(ctx.settings))
  const dueBefore = new Date(next.getTime() - limits.session.refreshMs)
  const last = sql`${sessions.createdAt} + ${ctx.settings.sessionDays} * interval '1 day'`
  const moved = await ctx.tx
    .update(sessions)
    .set({ expiresAt: sql`least(${next.toISOString()}::timestamptz, ${last})`, updatedAt: ctx.now })
    .where(
      and(eq(sessions.token, ctx.token), lte(sessions.expiresAt, dueBefore), lt(sessions.expiresAt, last)),
    )
    .returning({ id: sessions.id })
  return moved.length > 0
}

/** The cookie lasts as long as the session does without being used. */
export async function setCookie(
  auth: Auth,
  reply: FastifyReply,
  token: string,
  settings: Settings,
): Promise<void> {
  const { serializeSignedCookie } = await import('better-call')
  const { attributes } = (await auth.context()).authCookies.sessionToken
  reply.header(
    'set-cookie',
    await serializeSignedCookie(auth.cookieName, token, auth.secret, {
      ...attributes,
      maxAge: idleMs(settings) / 1_000,
    }),
  )
}

export async function clearCookie(auth: Auth, reply: FastifyReply): Promise<void> {
  const { serializeCookie } = await import('better-call')
  const { attributes } = (await auth.context()).authCookies.sessionToken
  reply.header('set-cookie', serializeCookie(auth.cookieName, '', { ...attributes, maxAge: 0 }))
}
