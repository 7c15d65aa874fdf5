import type { Who } from '@deedbox/contract/endpoint.ts'
import type { Actor } from '../context/actor.ts'
import { Refusal } from '../platform/errors.ts'

/** Refuses a caller who may not call an endpoint: 401 without a session, 403 for an expired guest or a missing permission. */
export function guard(who: Who, actor: Actor | null): void {
  if (who === 'public') return
  if (!actor) throw new Refusal('not-signed-in')
  if (actor.accessExpired) throw new Refusal('access-expired')
  if (who === 'signed-in') return
  if (!who.some((permission) => actor.permissions.includes(permission))) throw new Refusal('not-allowed')
}
