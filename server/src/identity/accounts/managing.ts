import { manageableRoles } from '@deedbox/contract/inviting.ts'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import type { Actor } from '../../kernel/context/actor.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import { Refusal } from '../../platform/errors.ts'
import { ofTheirs } from './invitations.ts'

type Person = Pick<typeof profiles.$inferSelect, 'id' | 'role' | 'organizationId'>

/** Selects the people that the actor sees: everybody, or the members of an Org Admin's organisation. */
export const theirPeople = (actor: Actor): SQL | undefined => ofTheirs(actor, profiles.organizationId)

/** Tells whether the actor may change this person: never themselves, and for an Org Admin only members below their role. */
export function mayManage(actor: Actor, person: Person): boolean {
  if (person.id === actor.id) return false
  if (actor.permissions.includes('canManageSystem')) return true
  return (
    actor.organizationId !== null &&
    person.organizationId === actor.organizationId &&
    manageableRoles(actor).some((role) => role === person.role)
  )
}

/** Locks a person until the end of the transaction. @throws Refusal user-not-found. */
export async function lockPerson(ctx: WriteCtx, userId: string, among?: SQL) {
  const [person] = await ctx.tx
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, userId), among))
    .for('update')
  if (!person) throw new Refusal('user-not-found')
  return person
}

/**
 * Lets only one person at a time change others: the actor still has their role, and nobody can change themselves, so at least one
 * administrator always remains. @throws Refusal not-allowed.
 */
export async function holdManaging(ctx: Acting<WriteCtx>): Promise<void> {
  const { tx, actor } = ctx
  await advisoryLock(ctx, 'administrators')
  const still = and(eq(profiles.id, actor.id), eq(profiles.role, actor.role), isNull(profiles.deactivatedAt))
  if ((await tx.$count(profiles, still)) === 0) throw new Refusal('not-allowed')
}

/**
 * Locks somebody whom the actor may change.
 * @throws Refusal user-not-found, person-above, and `own` for the actor themselves.
 */
export async function lockManaged(
  ctx: Acting<WriteCtx>,
  userId: string,
  own: 'role-own' | 'deactivate-own' | 'hand-over-own' | 'factors-own' | 'sign-out-own',
) {
  const { actor } = ctx
  if (userId === actor.id) throw new Refusal(own)
  await holdManaging(ctx)
  const person = await lockPerson(ctx, userId, theirPeople(actor))
  if (!mayManage(actor, person)) throw new Refusal('person-above')
  return person
}
