import { and, asc, inArray } from 'drizzle-orm'
import { profiles } from '../../db/tables/accounts.ts'
import type { Act, ActKind } from '../../identity/accounts/acts.ts'
import { holdManaging, mayManage, theirPeople } from '../../identity/accounts/managing.ts'
import { chosenEnd } from '../../platform/chosen-end.ts'
import { Refusal } from '../../platform/errors.ts'
import { shutOut } from './shut-out.ts'

type Person = typeof profiles.$inferSelect

export const personKind: ActKind<Person> = {
  missing: 'user-not-found',
  nameOf: ({ id, name, email }) => ({ id, name: name || email, email }),
  async lock(ctx, ids) {
    await holdManaging(ctx)
    await ctx.tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(inArray(profiles.id, [...ids]), theirPeople(ctx.actor)))
      .orderBy(asc(profiles.id))
      .for('update')
  },
  find: ({ tx, actor }, ids) =>
    tx
      .select()
      .from(profiles)
      .where(and(inArray(profiles.id, [...ids]), theirPeople(actor))),
}

/** Sets the last day of a guest's access, which ends at the end of that day in the deployment's time zone. */
export const expire: Act<Person> = {
  against({ actor, now, settings }, person, { expiresOn }) {
    if (person.role !== 'guest') return 'not-a-guest'
    if (!mayManage(actor, person)) return 'person-above'
    const end = expiresOn && chosenEnd(expiresOn, now, settings.timeZone)
    return end && end.getTime() === person.accessExpiresAt?.getTime() ? 'expiry-same' : null
  },
  async perform({ tx, audit, now, settings }, people, { expiresOn }) {
    if (!expiresOn) throw new Refusal('invalid-input', { fields: { expiresOn: 'This field is required' } })
    const accessExpiresAt = chosenEnd(expiresOn, now, settings.timeZone)
    await tx
      .update(profiles)
      .set({ accessExpiresAt, updatedAt: now })
      .where(inArray(profiles.id, idsOf(people)))
    await audit(
      ...people.map(({ email }) => ({
        event: 'access_expiry_set' as const,
        subjectEmail: email,
        details: { expiresOn },
      })),
    )
  },
}

/**
 * Deactivates people: their sessions end at once, they cannot sign in, their open invitations are withdrawn, and their
 * unsent messages to strangers are not sent.
 */
export const deactivate: Act<Person> = {
  against({ actor }, person) {
    if (person.id === actor.id) return 'deactivate-own'
    if (!mayManage(actor, person)) return 'person-above'
    return person.deactivatedAt ? 'already-deactivated' : null
  },
  async perform(ctx, people) {
    const ids = idsOf(people)
    await ctx.tx
      .update(profiles)
      .set({ deactivatedAt: ctx.now, updatedAt: ctx.now })
      .where(inArray(profiles.id, ids))
    const ended = await shutOut(ctx, ids)
    await ctx.audit(
      ...people.map(({ email }) => ({ event: 'person_deactivated' as const, subjectEmail: email })),
      ...ended,
    )
  },
}

const idsOf = (people: readonly Person[]) => people.map(({ id }) => id)
