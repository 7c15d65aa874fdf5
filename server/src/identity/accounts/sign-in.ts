import type * as contract from '@deedbox/contract/accounts.ts'
import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { type PublicSettings, publicSettings, type Settings } from '@deedbox/contract/settings.ts'
import { and, eq } from 'drizzle-orm'
import { authAccounts, profiles, sessions } from '../../db/tables/accounts.ts'
import { isBearer } from '../../kernel/context/bearer.ts'
import type { ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import type { Config } from '../../platform/config.ts'
import { Refusal } from '../../platform/errors.ts'
import { passkeyPlace } from '../../platform/passkey-place.ts'
import { countFailure, lockAttempts, lockedMinutes } from './lockout.ts'
import { HashChangedError, orAgain, storePassword } from './own-password.ts'
import { notChecked } from './passwords.ts'
import { whoIsHere } from './session-user.ts'
import { clearCookie, handOver, keepAlive, maySignIn, type Opened, openSession } from './sessions.ts'
import { isAbove, otherWaysRefused } from './ways.ts'

/**
 * Returns who is signed in, and what the screens need to know about this deployment. Extends the session, and sets no cookie: its answer
 * may cross that of a proof, whose new token it would replace by the former one.
 */
export async function getSession(
  services: Services,
  raw: Raw<typeof contract.getSession>,
): Promise<Answer<typeof contract.getSession>> {
  const { config } = services
  const who = await raw.read(async (ctx) => {
    if (ctx.actor && ctx.actor.session.kind !== 'token') await keepAlive(ctx, ctx.actor.sessionId)
    return whoIsHere(ctx)
  })
  return {
    ...who,
    now: raw.now.toISOString(),
    deployment: {
      ...shown(raw.settings),
      maxUploadBytes: config.maxUploadBytes,
      provider: config.oidc ? new URL(config.oidc.issuer).host : null,
      sms: config.sms !== undefined,
      passkeysAt: passkeyPlace(services.place(), config)?.origin ?? null,
      captcha: config.captcha ? shownCaptcha(config.captcha) : null,
    },
  }
}

const shownCaptcha = ({ provider, siteKey, scriptUrl }: NonNullable<Config['captcha']>) => ({
  provider,
  siteKey,
  scriptUrl,
})

const publicNames = publicSettings.keyof().options

/** Returns the settings that anyone may know; a new one is not among them by itself. */
const shown = (settings: Settings) =>
  Object.fromEntries(publicNames.map((name) => [name, settings[name]])) as PublicSettings

/** Signs in with email and password, by a cookie. @throws the refusals of {@link passwordSignIn}. */
export async function signIn(
  services: Services,
  raw: Raw<typeof contract.signIn>,
  { body }: Input<typeof contract.signIn>,
): Promise<Answer<typeof contract.signIn>> {
  return handOver(services, raw, await passwordSignIn(services, raw, body, (_ctx, opened) => opened))
}

/**
 * Checks email and password and opens a session (specification, sections 5 and 9: lockout); `then` runs in its transaction.
 * @throws Refusal login-invalid, the same for a wrong password, an unknown email and a person who is deactivated, or whose organisation is; provider-required instead, for every email of a domain with a provider only; login-locked with the minutes left.
 */
export async function passwordSignIn<T>(
  services: Services,
  { caller, read, transact }: Pick<Raw<Endpoint & { who: 'public' }>, 'caller' | 'read' | 'transact'>,
  { email, password }: { email: string; password: string },
  then: (ctx: WriteCtx, opened: Opened) => T | Promise<T>,
  kind: 'web' | 'api' = 'web',
): Promise<T> {
  const attempt = { email, ip: caller.ip }
  const { minutes, person, refused } = await read(async (ctx) => ({
    minutes: await lockedMinutes(ctx, attempt),
    person: await credentials(ctx, email),
    refused: await otherWaysRefused(ctx, email),
  }))
  // Hashing is slow, so it happens before the transaction; during a lockout the password is not checked.
  const { right, renewed } =
    minutes === 0 ? await services.auth.passwords.check(person?.password, password) : notChecked

  const outcome = await transact(async (ctx) => {
    await lockAttempts(ctx, attempt)
    // The first five of many attempts at once get a result; a later one gets none, even if it is right.
    const locked = Math.max(minutes, await lockedMinutes(ctx, attempt))
    if (locked > 0) {
      const details = { step: 'locked out' as const }
      await ctx.audit({ event: 'sign_in_failed', actor: null, subjectEmail: email, details })
      return { locked }
    }
    const current = await credentials(ctx, email)
    if (right && current && current.password !== person?.password) throw new HashChangedError()
    const away = current && !(await maySignIn(ctx, current.id))
    // A person whose domain wants its provider only is refused like a wrong password, so that nobody learns who they are.
    const elsewhere = refused !== null && !isAbove(current?.role)
    if (!right || !current || away || elsewhere) {
      await countFailure(ctx, attempt, away ? 'deactivated' : elsewhere ? 'provider only' : 'password')
      return { locked }
    }
    if (renewed) await storePassword(ctx, await services.auth.context(), current.id, renewed)
    const opened = await openSession(ctx, services, current, { method: 'password', kind })
    return { done: await then(ctx, opened) }
  }).catch(orAgain)
  if (outcome === 'again')
    return passwordSignIn(services, { caller, read, transact }, { email, password }, then, kind)
  if ('done' in outcome) return outcome.done
  if (outcome.locked) throw new Refusal('login-locked', { retryAfterMinutes: outcome.locked })
  throw refused ?? new Refusal('login-invalid')
}

/** Ends the session and clears the cookie; without a session it only clears the cookie. */
export async function signOut(
  { auth }: Services,
  raw: Raw<typeof contract.signOut>,
): Promise<Answer<typeof contract.signOut>> {
  const { actor } = raw
  if (actor)
    await raw.transact(async (ctx) => {
      await ctx.tx.delete(sessions).where(eq(sessions.id, actor.sessionId))
      await ctx.audit({ event: 'signed_out', actor, subjectEmail: actor.email })
    })
  if (!isBearer(raw.caller.token)) await clearCookie(auth, raw.reply)
  return { success: true }
}

async function credentials(ctx: ReadCtx, email: string) {
  const [person] = await ctx.tx
    .select({
      id: profiles.id,
      email: profiles.email,
      name: profiles.name,
      role: profiles.role,
      password: authAccounts.password,
    })
    .from(profiles)
    .innerJoin(
      authAccounts,
      and(eq(authAccounts.userId, profiles.id), eq(authAccounts.providerId, 'credential')),
    )
    .where(eq(profiles.email, email))
  return person
}
