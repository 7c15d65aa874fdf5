import type { UserRow } from '@deedbox/contract/people.ts'
import { eq, sql } from 'drizzle-orm'
import { organizations, profiles } from '../../db/tables/accounts.ts'
import { mailReports } from '../../db/tables/mail.ts'
import { factors } from '../../db/tables/sign-in.ts'
import { noInput } from '../../identity/accounts/acts.ts'
import { mayManage } from '../../identity/accounts/managing.ts'
import type { Acting, ReadCtx, WriteCtx } from '../../kernel/context/context.ts'
import { waitsToBeConfirmed } from '../../kernel/context/deactivated.ts'
import { Refusal } from '../../platform/errors.ts'
import { deactivate, expire } from './person-acts.ts'

type Selected = {
  person: typeof profiles.$inferSelect
  organization: typeof organizations.$inferSelect | null
  reports: number
  hasFactor: boolean
  waits: boolean
}

/** Selects people with what a row of a list says about them. */
export const selectPeople = ({ tx }: Pick<ReadCtx, 'tx'>) =>
  tx
    .select({
      person: profiles,
      organization: organizations,
      reports: sql<number>`(select count(*)::int from ${mailReports} where ${mailReports.senderId} = ${profiles.id})`,
      hasFactor: sql<boolean>`exists (select 1 from ${factors} where ${factors.userId} = ${profiles.id} and ${factors.verifiedAt} is not null)`,
      waits: sql<boolean>`${waitsToBeConfirmed}`,
    })
    .from(profiles)
    .leftJoin(organizations, eq(organizations.id, profiles.organizationId))

export const sent = (instant: Date | null): string | null => instant?.toISOString() ?? null

/** Returns a person in a list. */
export function userRow(
  ctx: Acting<ReadCtx>,
  { person, organization, reports, hasFactor, waits }: Selected,
): UserRow {
  const { actor } = ctx
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
      confirm: everyone && waits,
      changeRole: manages,
      setExpiry: expire.against(ctx, person, noInput) === null,
      deactivate: deactivate.against(ctx, person, noInput) === null,
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
  return { user: await rowOf(ctx, userId) }
}

/** Reads a person as in a list, also one who has just left what the actor sees. @throws Refusal user-not-found. */
export async function rowOf(ctx: Acting<ReadCtx>, userId: string): Promise<UserRow> {
  const [row] = await selectPeople(ctx).where(eq(profiles.id, userId))
  if (!row) throw new Refusal('user-not-found')
  return userRow(ctx, row)
}
