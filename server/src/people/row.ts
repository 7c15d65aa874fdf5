import type { UserRow } from '@deedbox/contract/people.ts'
import { eq, sql } from 'drizzle-orm'
import type { Actor } from '../context/actor.ts'
import type { Acting, ReadCtx, WriteCtx } from '../context/context.ts'
import { organizations, profiles } from '../db/tables/accounts.ts'
import { mailReports } from '../db/tables/mail.ts'
import { factors } from '../db/tables/sign-in.ts'
import { Refusal } from '../platform/errors.ts'
import { mayManage } from './managing.ts'

type Selected = {
  person: typeof profiles.$inferSelect
  organization: typeof organizations.$inferSelect | null
  reports: number
  hasFactor: boolean
}

/** People with what a row of a list says about them. */
export const selectPeople = ({ tx }: Pick<ReadCtx, 'tx'>, sortKey = sql<unknown>`null`) =>
  tx
    .select({
      person: profiles,
      organization: organizations,
      reports: sql<number>`(select count(*)::int from ${mailReports} where ${mailReports.senderId} = ${profiles.id})`,
      hasFactor: sql<boolean>`exists (select 1 from ${factors} where ${factors.userId} = ${profiles.id} and ${factors.verifiedAt} is not null)`,
      sortKey,
    })
    .from(profiles)
    .leftJoin(organizations, eq(organizations.id, profiles.organizationId))

export const sent = (instant: Date | null): string | null => instant?.toISOString() ?? null

/** A person in a list. */
export function userRow(actor: Actor, { person, organization, reports, hasFactor }: Selected): UserRow {
  const manages = mayManage(actor, person)
  const everyone = actor.permissions.includes('canManageSystem')
  const confirmed = person.role !== 'trustee' || person.confirmedAt !== null
  const deactivated = person.deactivatedAt !== null
  return {
    id: person.id,
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    role: person.role,
    confirmed,
    professionalType: person.professionalType,
    organizationName: organization?.name ?? null,
    state: person.state,
    accessExpiresAt: sent(person.accessExpiresAt),
    createdAt: person.createdAt.toISOString(),
    lastSignedInAt: sent(person.lastSignedInAt),
    deactivated,
    reports,
    can: {
      confirm: everyone && !confirmed,
      changeRole: manages,
      setExpiry: manages && person.role === 'guest',
      deactivate: manages && !deactivated,
      signOut: manages && !deactivated,
      reactivate: manages && deactivated && person.closedAt === null,
      handOver: everyone && manages,
      resetFactors: manages && hasFactor,
      seeReports: everyone && reports > 0,
    },
  }
}

/** Updates a locked person. */
export async function change(
  ctx: Acting<WriteCtx>,
  userId: string,
  set: Partial<typeof profiles.$inferInsert>,
): Promise<{ user: UserRow }> {
  await ctx.tx
    .update(profiles)
    .set({ ...set, updatedAt: ctx.now })
    .where(eq(profiles.id, userId))
  const [row] = await selectPeople(ctx).where(eq(profiles.id, userId))
  if (!row) throw new Refusal('user-not-found')
  return { user: userRow(ctx.actor, row) }
}
