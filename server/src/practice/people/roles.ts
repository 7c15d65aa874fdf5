import { manageableRoles } from '@deedbox/contract/inviting.ts'
import type * as contract from '@deedbox/contract/people.ts'
import type { profiles } from '../../db/tables/accounts.ts'
import { actOnOne, noInput } from '../../identity/accounts/acts.ts'
import { guestEnd } from '../../identity/accounts/guest-end.ts'
import { lockManaged } from '../../identity/accounts/managing.ts'
import { organizationNamed } from '../../identity/accounts/organizations.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import { tellAdministrators } from '../../kernel/mail/newly-trusted.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { deactivate, personKind } from './person-acts.ts'
import { change, rowOf } from './row.ts'

/**
 * Changes another person's role, from their next request on. A trustee made by an administrator is confirmed. Their
 * documents, and the access that they gave and received, stay as they are. A member changed by an Org Admin stays in
 * the organisation.
 * @throws Refusal role-own, user-not-found, person-above, role-not-yours, not-a-guest, expiry-…, invalid-input (Org
 * Admin, no organisation).
 */
export async function changeRole(
  { mail }: Pick<Services, 'mail'>,
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
  if (body.role !== person.role)
    await tellAdministrators(mail, ctx, 'changed', [{ ...person, role: body.role }])
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

/** Deactivates another person. @throws Refusal deactivate-own, user-not-found, person-above, already-deactivated. */
export async function deactivateUser(
  services: Pick<Services, 'mail'>,
  ctx: Acting<WriteCtx>,
  { params: { userId } }: Input<typeof contract.deactivateUser>,
): Promise<Answer<typeof contract.deactivateUser>> {
  await actOnOne(ctx, personKind, deactivate, userId, noInput, services)
  return { user: await rowOf(ctx, userId) }
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
