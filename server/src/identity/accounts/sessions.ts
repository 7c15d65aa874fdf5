import { randomBytes, randomUUID } from 'node:crypto'
import type { signIn } from '@deedbox/contract/accounts.ts'
import { dayMs } from '@deedbox/contract/durations.ts'
import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { Settings } from '@deedbox/contract/settings.ts'
import { and, eq, isNotNull, lt, lte, sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { profiles, sessions } from '../../db/tables/accounts.ts'
import { factors, refreshTokens } from '../../db/tables/sign-in.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { notDeactivated } from '../../kernel/context/deactivated.ts'
import type { Answer, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Auth } from './auth.ts'
import { noteDevice } from './devices.ts'
import { clearFailures } from './lockout.ts'
import { securityNotice } from './security-notice.ts'
import { apiSessionKey } from './session-token.ts'
import { whoIsHere } from './session-user.ts'

/** Returns the milliseconds that a session lasts without being used; at most its total lifetime. */
const idleMs = ({ sessionDays }: Settings) => Math.min(limits.session.livesMs, sessionDays * dayMs)

/** Method by which a person proved who they are; names as in the `amr` claim of the authentication API. */
export type SignInMethod =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'recovery'
  | 'email/signup'
  | 'oauth'
  | 'sso/saml'
  | 'web3'
  | 'passkey'

export type SignIn = {
  method: SignInMethod
  /** It proves a second factor too: a passkey, or a provider that checks one itself. */
  secondFactor?: boolean
  kind?: 'web' | 'api'
}

/** A new session. `device`: the key of the device cookie to set; null where there are no cookies. */
export type Opened = { id: string; token: string; device: string | null }

const newDevice = {
  whole: {
    title: 'New sign-in to your account',
    lines: ['Someone signed in to your account on a device that was never used for it before.'],
  },
  half: {
    title: 'Someone began to sign in to your account',
    lines: [
      'Someone took the first step of signing in to your account, on a device that was never used for it before. They still need your second factor.',
    ],
  },
}

const random = () => randomBytes(32).toString('base64url')

/**
 * Starts a session for a person, replacing the caller's former one; audited as theirs. A person with a second factor has
 * half a session until they pass it, unless the sign-in proves one or the device is remembered. A whole one forgets their
 * failures; with half of one, factors could be guessed without end. They are told by mail of a device that was never used
 * before, except of the first one of a new account.
 * @throws Refusal login-invalid for a person who is deactivated, or whose organisation is.
 */
export async function openSession(
  given: WriteCtx,
  { mail }: Pick<Services, 'mail'>,
  person: { id: string; email: string; name: string },
  { method, secondFactor = false, kind = 'web' }: SignIn,
): Promise<Opened> {
  const ctx = kind === 'web' ? { ...given, device: given.device ?? random() } : given
  if (ctx.token && kind === 'web') await ctx.tx.delete(sessions).where(eq(sessions.token, ctx.token))
  const device = await noteDevice(ctx, person.id)
  const id = randomUUID()
  const proved = secondFactor || device.remembered
  const whole = proved || !(await hasFactor(ctx, person.id))
  const token = kind === 'web' ? random() : apiSessionKey(id)
  const expiresAt = new Date(ctx.now.getTime() + idleMs(ctx.settings))
  await ctx.tx.insert(sessions).values({
    id,
    token,
    kind,
    userId: person.id,
    createdAt: ctx.now,
    updatedAt: ctx.now,
    expiresAt,
    ipAddress: ctx.ip,
    userAgent: ctx.userAgent,
    methods: [{ method, at: ctx.now.toISOString() }],
    provedAt: ctx.now,
    factorAt: proved ? ctx.now : null,
    deviceId: device.id,
  })
  const [before] = await ctx.tx.select().from(profiles).where(eq(profiles.id, person.id))
  const [here] = await ctx.tx
    .update(profiles)
    .set({ lastSignedInAt: ctx.now })
    .where(and(eq(profiles.id, person.id), notDeactivated))
    .returning({ id: profiles.id })
  if (!before || !here) throw new Refusal('login-invalid')
  if (!device.known && before.lastSignedInAt)
    await securityNotice(mail, ctx, before, whole ? newDevice.whole : newDevice.half)
  if (whole) await clearFailures(ctx, { email: person.email, ip: ctx.ip })
  const details = { method, ...(!whole && { lacks: 'factor' }) }
  await ctx.audit({ event: 'signed_in', actor: person, subjectEmail: person.email, details })
  return { id, token, device: kind === 'web' ? ctx.device : null }
}

/**
 * Renews the session after a proof. The session gets a new token, and a client of the authentication API a new family of them; the old ones
 * are worth nothing from this commit on (ASVS 5.0, 7.2.4). So whoever knew the token of the half session, or had planted it in the browser,
 * does not have the whole one. The call's answer brings the new token.
 */
export async function renewSession(
  { tx, actor, now, settings, renewed }: Acting<WriteCtx>,
  { method, factor }: { method?: string; factor: boolean },
): Promise<void> {
  if (!renewed) throw new Error('A call that renews the session says `renews` in the table of calls')
  const token = actor.session.kind === 'web' ? random() : apiSessionKey(randomUUID())
  const proved = JSON.stringify(method ? [{ method, at: now.toISOString() }] : [])
  await tx.delete(refreshTokens).where(eq(refreshTokens.sessionId, actor.sessionId))
  await tx
    .update(sessions)
    .set({
      token,
      provedAt: now,
      methods: sql`${sessions.methods} || ${proved}::jsonb`,
      ...(factor && { factorAt: now }),
    })
    .where(eq(sessions.id, actor.sessionId))
  renewed(token, settings)
}

/** Tells whether a person has a second factor. */
export const hasFactor = async ({ tx }: ReadCtx, userId: string): Promise<boolean> =>
  (await tx.$count(factors, and(eq(factors.userId, userId), isNotNull(factors.verifiedAt)))) > 0

/** Tells whether a person may sign in: neither they nor their organisation are deactivated. */
export const maySignIn = async ({ tx }: ReadCtx, userId: string): Promise<boolean> =>
  (await tx.$count(profiles, and(eq(profiles.id, userId), notDeactivated))) > 0

/** Sets the cookies of a new session and returns the person, or what they still lack. Call after the commit. */
export async function handOver(
  { auth, contexts }: Services,
  { reply, caller, settings }: Pick<Raw<Endpoint>, 'reply' | 'caller' | 'settings'>,
  opened: Opened,
): Promise<Answer<typeof signIn>> {
  await setCookie(auth, reply, opened, settings)
  return contexts.read({ ...caller, ...opened, sessionId: opened.id }, async (ctx) => whoIsHere(ctx))
}

/** Extends a session that is being used, at most once a day and never beyond its total lifetime. */
export async function keepAlive(ctx: ReadCtx, sessionId: string): Promise<void> {
  const next = new Date(ctx.now.getTime() + idleMs(ctx.settings))
  const dueBefore = new Date(next.getTime() - limits.session.refreshMs)
  const last = sql`${sessions.createdAt} + ${ctx.settings.sessionDays} * interval '1 day'`
  await ctx.tx
    .update(sessions)
    .set({ expiresAt: sql`least(${next.toISOString()}::timestamptz, ${last})`, updatedAt: ctx.now })
    .where(and(eq(sessions.id, sessionId), lte(sessions.expiresAt, dueBefore), lt(sessions.expiresAt, last)))
}

/**
 * Sets the cookies. The session's cookie lasts as long as a session may at most, as only the server knows when it was last used; the
 * device's as long as browsers allow.
 */
export async function setCookie(
  auth: Auth,
  reply: FastifyReply,
  { token, device }: Pick<Opened, 'token' | 'device'>,
  settings: Settings,
): Promise<void> {
  const { serializeSignedCookie } = await import('better-call')
  const { attributes } = (await auth.context()).authCookies.sessionToken
  const cookie = (name: string, value: string, maxAgeMs: number) =>
    serializeSignedCookie(name, value, auth.secret, { ...attributes, maxAge: maxAgeMs / 1_000 })
  reply.header('set-cookie', await cookie(auth.cookieName, token, settings.sessionDays * dayMs))
  if (device) reply.header('set-cookie', await cookie(auth.deviceCookieName, device, 400 * dayMs))
}

export async function clearCookie(auth: Auth, reply: FastifyReply): Promise<void> {
  const { serializeCookie } = await import('better-call')
  const { attributes } = (await auth.context()).authCookies.sessionToken
  reply.header('set-cookie', serializeCookie(auth.cookieName, '', { ...attributes, maxAge: 0 }))
}
