import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Actor } from '../context/actor.ts'
import { whyNobody } from '../context/bearer.ts'
import type { ReadCtx } from '../context/context.ts'

type Asking = Pick<ReadCtx, 'actor' | 'pending' | 'now' | 'token'>

/**
 * Returns the person who makes a call, or null where anyone may.
 * @throws Refusal 401 without a session, with half of one or with a token that is not valid, 403 for an expired guest, a missing
 * permission, a personal access token without the call's scope, a session of the authentication API in a call of the screens that renews
 * it, or an act that always needs a recent proof, without one.
 */
export function guard(
  { who, despite, scope, needsProof, renews, errors }: Endpoint,
  asking: Asking,
): Actor | null {
  const { pending, now } = asking
  const allowed = pending && despite?.includes(pending.lacks) ? pending.person : null
  const actor = asking.actor ?? allowed
  if (actor?.session.scopes && !(scope && actor.session.scopes.includes(scope)))
    throw new Refusal('scope-missing')
  // Sessions of the authentication API get their tokens in its answers only.
  if (renews && errors !== 'auth' && actor?.session.kind === 'api') throw new Refusal('renewed-elsewhere')
  if (who === 'public') return actor
  if (!actor && pending) throw new Refusal(`${pending.lacks}-needed`)
  if (!actor) throw new Refusal(whyNobody(asking.token))
  if (actor.accessExpired) throw new Refusal('access-expired')
  if (who !== 'signed-in' && !who.some((permission) => actor.permissions.includes(permission)))
    throw new Refusal('not-allowed')
  if (needsProof === true) needProof(actor, now)
  return actor
}

/**
 * Demands a proof in calls whose body decides whether one is needed.
 * @throws Refusal proof-needed.
 */
export function needProofFor({ needsProof }: Endpoint, body: unknown, { actor, now }: Asking): void {
  if (actor && typeof needsProof === 'object' && needsProof.when(body as never)) needProof(actor, now)
}

/**
 * Demands a proof of who one is. A personal access token needs none: it was made with a proof, for the calls of its scopes (ADR 28).
 * @throws Refusal proof-needed where somebody proved who they are too long ago for a dangerous act (ADR 29).
 */
export function needProof({ session }: Actor, now: Date): void {
  if (session.scopes) return
  if (now.getTime() - session.provedAt.getTime() >= limits.proofMs) throw new Refusal('proof-needed')
}
