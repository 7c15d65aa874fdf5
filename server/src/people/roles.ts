import { manageableRoles } from '@deedbox/contract/inviting.ts'
import type * as contract from '@deedbox/contract/people.ts'
import { guestEnd } from '../accounts/guest-end.ts'
import { organizationNamed } from '../accounts/organizations.ts'
import type { Acting, WriteCtx } from '../context/context.ts'
import type { profiles } from '../db/tables/accounts.ts'
import type { Answer, Input } from '../http/handler.ts'
import { Refusal } from '../platform/errors.ts'
import { lockManaged } from './managing.ts'
import { change } from './row.ts'
import { shutOut } from './shut-out.ts'

/**
 * Changes another person's role, from their next request on. A trustee made by an administrator is confirmed. Their
 * documents, and the access that they gave and received, stay as they are. A member changed by an Org Admin stays in
 * the organisation.
 * @throws Refusal role-own, user-not-found, person-above, role-not-yours, not-a-guest, expiry-…, invalid-input (Org
 * Admin, no organisation).
 */
export async function changeRole(
  ctx: Acting<WriteCtx>,
  { params: { userId }, body }: Input<typeof contract.changeRole>,
): Promise<Answer<typeof contract.changeRole>> {
  const person = await lockManaged(ctx, userId, 'role-own')
  if (!manageableRoles(ctx.actor).includes(body.role)) throw new Refusal('role-not-yours')
  if (body.role === 'b2b_admin' && !body.organization)
    throw new Refusal('invalid-input', { fields: { organization: 'This field is required' } })
  if (body.role !== 'guest' && body.expiresOn !== null) throw new Refusal('not-a-guest')
  const to = {
    role: body.role,
    professionalType: body.role === 'requestor' ? body.professionalType : null,
    organizationId: await organizationFor(ctx, body),
    accessExpiresAt: body.role === 'guest' ? guestEnd(body.expiresOn, ctx) : null,
  }
  await ctx.audit({
    event: 'role_changed',
    subjectEmail: person.email,
    details: { from: factsOf(person), to: factsOf(to) },
  })
  const { secondFactorRoles } = ctx.settings
  const asks = (role: string) => secondFactorRoles.some((asked) => asked === role)
  // Somebody whose role newly needs a second factor gets all the days of grace.
  const grace = asks(body.role) && !asks(person.role) ? { factorGraceFrom: ctx.now } : {}
  // An unconfirmed trustee whose role stays the same still waits to be confirmed.
  const confirmedAt = person.role === body.role ? person.confirmedAt : (person.confirmedAt ?? ctx.now)
  return change(ctx, userId, { ...to, ...grace, confirmedAt })
}

async function organizationFor(
  ctx: Acting<WriteCtx>,
  { role, organization }: Input<typeof contract.changeRole>['body'],
): Promise<string | null> {
  if (!ctx.actor.permissions.includes('canManageSystem')) return ctx.actor.organizationId
  const member = role !== 'admin' && role !== 'guest'
  return member ? ((await organizationNamed(ctx, organization))?.id ?? null) : null
}

const factsOf = ({
  role,
  professionalType,
  organizationId,
  accessExpiresAt,
}: Pick<
  typeof profiles.$inferSelect,
  'role' | 'professionalType' | 'organizationId' | 'accessExpiresAt'
>) => ({ role, professionalType, organizationId, accessExpiresAt: accessExpiresAt?.toISOString() ?? null })

/**
 * Deactivates another person: their sessions end at once, they cannot sign in, their open invitations are withdrawn, and
 * their unsent messages to strangers are not sent.
 * @throws Refusal deactivate-own, user-not-found, person-above, already-deactivated.
 */
export async function deactivateUser(
  ctx: Acting<WriteCtx>,
  { params: { userId } }: Input<typeof contract.deactivateUser>,
): Promise<Answer<typeof contract.deactivateUser>> {
  const person = await lockManaged(ctx, userId, 'deactivate-own')
  if (person.deactivatedAt) throw new Refusal('already-deactivated')
  const changed = await change(ctx, userId, { deactivatedAt: ctx.now })
  const ended = await shutOut(ctx, userId)
  await ctx.audit({ event: 'person_deactivated', subjectEmail: person.email }, ...ended)
  return changed
}

/**
 * Reactivates a person, who can then sign in again.
 * @throws Refusal deactivate-own, user-not-found, person-above, not-deactivated, account-closed.
 */
export async function reactivateUser(
  ctx: Acting<WriteCtx>,
  { params: { userId } }: Input<typeof contract.reactivateUser>,
): Promise<Answer<typeof contract.reactivateUser>> {
  const person = await lockManaged(ctx, userId, 'deactivate-own')
  if (!person.deactivatedAt) throw new Refusal('not-deactivated')
  if (person.closedAt) throw new Refusal('account-closed')
  await ctx.audit({ event: 'person_reactivated', subjectEmail: person.email })
  return change(ctx, userId, { deactivatedAt: null })
}
