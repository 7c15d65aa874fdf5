import type { Endpoint } from '@deedbox/contract/endpoint.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type { Actor } from '../context/actor.ts'
import { whyNobody } from '../context/bearer.ts'
import type { ReadCtx } from '../context/context.ts'
import { Refusal } from '../platform/errors.ts'

type Asking = Pick<ReadCtx, 'actor' | 'pending' | 'now' | 'token'>

/**
 * The person who makes a call, or null where anyone may.
 * @throws Refusal 401 without a session, with half of one or with a token that is not valid, 403 for an expired guest, a missing permission, a personal
 * access token without the call's scope, or a dangerous act without a recent proof.
 */
export function guard({ who, despite, scope, needsProof }: Endpoint, asking: Asking): Actor | null {
  const { pending, now } = asking
  const allowed = pending && despite?.includes(pending.lacks) ? pending.person : null
  const actor = asking.actor ?? allowed
  if (actor?.session.scopes && !(scope && actor.session.scopes.includes(scope)))
    throw new Refusal('scope-missing')
  if (who === 'public') return actor
  if (!actor && pending) throw new Refusal(`${pending.lacks}-needed`)
  if (!actor) throw new Refusal(whyNobody(asking.token))
  if (actor.accessExpired) throw new Refusal('access-expired')
  if (who !== 'signed-in' && !who.some((permission) => actor.permissions.includes(permission)))
    throw new Refusal('not-allowed')
  if (needsProof) needProof(actor, now)
  return actor
}

/** @throws Refusal proof-needed where somebody proved who they are too long ago for a dangerous act (ADR 29). */
export function needProof({ session }: Actor, now: Date): void {
  if (now.getTime() - session.provedAt.getTime() >= limits.proofMs) throw new Refusal('proof-needed')
}
