import type * as contract from '@deedbox/contract/people.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { guestEnd } from '../accounts/guest-end.ts'
import { hold } from '../accounts/lockout.ts'
import { organizationNamed } from '../accounts/organizations.ts'
import type { Acting, WriteCtx } from '../context/context.ts'
import { invitations, profiles, sessions } from '../db/tables/accounts.ts'
import { mailMessages } from '../db/tables/mail.ts'
import type { Answer, Input } from '../http/handler.ts'
import { Refusal } from '../platform/errors.ts'
import { change, lockPerson } from './people.ts'

/**
 * Changes another person's role, from their next request on. A trustee made by an administrator is confirmed. Their
 * documents, and the access that they gave and received, stay as they are.
 * @throws Refusal role-own, user-not-found, not-a-guest, expiry-…, invalid-input (Org Admin, no organisation).
 */
export async function changeRole(
  ctx: Acting<WriteCtx>,
  { params: { userId }, body }: Input<typeof contract.changeRole>,
): Promise<Answer<typeof contract.changeRole>> {
  if (userId === ctx.actor.id) throw new Refusal('role-own')
  if (body.role === 'b2b_admin' && !body.organization)
    throw new Refusal('invalid-input', { fields: { organization: 'This field is required' } })
  if (body.role !== 'guest' && body.expiresOn !== null) throw new Refusal('not-a-guest')
  await amongAdministrators(ctx)
  const person = await lockPerson(ctx, userId)
  const member = body.role !== 'admin' && body.role !== 'guest'
  const organization = member ? await organizationNamed(ctx, body.organization) : null
  const to = {
    role: body.role,
    professionalType: body.role === 'requestor' ? body.professionalType : null,
    organizationId: organization?.id ?? null,
    accessExpiresAt: body.role === 'guest' ? guestEnd(body.expiresOn, ctx) : null,
  }
  await ctx.audit({
    event: 'role_changed',
    subjectEmail: person.email,
    details: { from: factsOf(person), to: factsOf(to) },
  })
  // An unconfirmed trustee whose role stays the same still waits to be confirmed.
  const confirmedAt = person.role === body.role ? person.confirmedAt : (person.confirmedAt ?? ctx.now)
  return change(ctx, userId, { ...to, confirmedAt })
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
 * @throws Refusal deactivate-own, user-not-found, already-deactivated.
 */
export async function deactivateUser(
  ctx: Acting<WriteCtx>,
  { params: { userId } }: Input<typeof contract.deactivateUser>,
): Promise<Answer<typeof contract.deactivateUser>> {
  if (userId === ctx.actor.id) throw new Refusal('deactivate-own')
  await amongAdministrators(ctx)
  const person = await lockPerson(ctx, userId)
  if (person.deactivatedAt) throw new Refusal('already-deactivated')
  const changed = await change(ctx, userId, { deactivatedAt: ctx.now })
  await ctx.tx.delete(sessions).where(eq(sessions.userId, userId))
  // Unsent messages to strangers are not sent.
  await ctx.tx
    .update(mailMessages)
    .set({ status: 'failed' })
    .where(and(eq(mailMessages.senderId, userId), mailMessages.outside, eq(mailMessages.status, 'waiting')))
  const withdrawn = await ctx.tx
    .update(invitations)
    .set({ status: 'withdrawn' })
    .where(and(eq(invitations.invitedBy, userId), eq(invitations.status, 'open')))
    .returning({ id: invitations.id, email: invitations.email })
  await ctx.audit(
    { event: 'person_deactivated', subjectEmail: person.email },
    ...withdrawn.map(({ id, email }) => ({
      event: 'invitation_withdrawn' as const,
      subjectEmail: email,
      details: { invitationId: id },
    })),
  )
  return changed
}

/** Reactivates a person, who can then sign in again. @throws Refusal user-not-found, not-deactivated. */
export async function reactivateUser(
  ctx: Acting<WriteCtx>,
  { params: { userId } }: Input<typeof contract.reactivateUser>,
): Promise<Answer<typeof contract.reactivateUser>> {
  const person = await lockPerson(ctx, userId)
  if (!person.deactivatedAt) throw new Refusal('not-deactivated')
  await ctx.audit({ event: 'person_reactivated', subjectEmail: person.email })
  return change(ctx, userId, { deactivatedAt: null })
}

/**
 * Lets only one administrator at a time change others. The actor is still an administrator, and nobody can change
 * themselves, so at least one administrator always remains.
 */
async function amongAdministrators({ tx, actor, ...ctx }: Acting<WriteCtx>): Promise<void> {
  await hold({ ...ctx, tx, actor }, 'administrators')
  const still = and(eq(profiles.id, actor.id), eq(profiles.role, 'admin'), isNull(profiles.deactivatedAt))
  if ((await tx.$count(profiles, still)) === 0) throw new Refusal('not-allowed')
}
