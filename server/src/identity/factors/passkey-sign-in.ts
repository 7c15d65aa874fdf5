import { createHash } from 'node:crypto'
import { limits } from '@deedbox/contract/limits.ts'
import type * as contract from '@deedbox/contract/passkeys.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { countFailure, lockAttempts, lockedMinutes } from '../accounts/lockout.ts'
import { whoIsHere } from '../accounts/session-user.ts'
import { handOver, maySignIn, openSession } from '../accounts/sessions.ts'
import { keepsOtherWays, otherWaysRefused } from '../accounts/ways.ts'
import { passFactor } from './pass.ts'
import { issueChallenge } from './passkey-challenges.ts'
import { credentialsOf, needPlace, ownerOf, takeAnswer } from './passkeys.ts'

/** Returns the hash of a passkey's id, which stands for an email where nobody is known to have it. */
const stranger = (credentialId: string) =>
  `passkey ${createHash('sha256').update(credentialId).digest('base64url').slice(0, 16)}`

/**
 * Returns what a browser needs to use a passkey: any of Deedbox's for people who are not signed in; their own for others, half signed in or
 * whole. @throws Refusal passkeys-unavailable.
 */
export async function passkeyOptions(
  services: Services,
  { actor }: Raw<typeof contract.passkeyOptions>,
): Promise<Answer<typeof contract.passkeyOptions>> {
  const { rpId } = needPlace(services)
  return services.contexts.work(async (ctx) => ({
    challenge: await issueChallenge(ctx, 'get', actor?.sessionId ?? null),
    rpId,
    timeout: limits.passkeyMs,
    userVerification: 'required',
    allowCredentials: actor ? await credentialsOf(ctx, actor.id) : [],
  }))
}

/**
 * Signs in with a passkey, the whole way; or completes the caller's half session, if the passkey is theirs.
 * @throws Refusal passkeys-unavailable, passkey-expired, login-locked, login-invalid (also for people who are deactivated,
 * or whose organisation is), provider-required, and passkey-invalid after a password.
 */
export async function signInWithPasskey(
  services: Services,
  raw: Raw<typeof contract.signInWithPasskey>,
  { body: { response: answer, remember } }: Input<typeof contract.signInWithPasskey>,
): Promise<Answer<typeof contract.signInWithPasskey>> {
  const outcome = await raw.transact(async (ctx) => {
    const half = ctx.pending?.lacks === 'factor' ? ctx.pending.person : null
    const person = half ?? (await ownerOf(ctx, answer))
    const attempt = { email: person?.email ?? stranger(answer.id), ip: ctx.ip }
    await lockAttempts(ctx, attempt)
    const locked = await lockedMinutes(ctx, attempt)
    if (locked > 0) {
      const details = { step: 'locked out' as const }
      await ctx.audit({ event: 'sign_in_failed', actor: null, subjectEmail: person?.email, details })
      return { locked }
    }
    const fault =
      (await takeAnswer(services, ctx, person?.id, answer)) ??
      (person && (await maySignIn(ctx, person.id)) ? null : 'deactivated')
    if (!person || fault) {
      await countFailure(ctx, attempt, fault ?? 'unknown passkey')
      return { fault: half ? ('passkey-invalid' as const) : ('login-invalid' as const) }
    }
    const refused =
      half || (await keepsOtherWays(ctx, person.email)) ? null : await otherWaysRefused(ctx, person.email)
    if (refused) {
      const details = { step: 'provider only' as const }
      await ctx.audit({ event: 'sign_in_failed', actor: null, subjectEmail: person.email, details })
      return { refused }
    }
    if (!half)
      return {
        opened: await openSession(ctx, services, person, { method: 'passkey', secondFactor: true }),
      }
    await passFactor({ ...ctx, actor: half }, { method: 'passkey', remember })
    return {}
  })
  if (outcome.locked) throw new Refusal('login-locked', { retryAfterMinutes: outcome.locked })
  if (outcome.fault) throw new Refusal(outcome.fault)
  if (outcome.refused) throw outcome.refused
  return outcome.opened ? handOver(services, raw, outcome.opened) : raw.read(async (ctx) => whoIsHere(ctx))
}
