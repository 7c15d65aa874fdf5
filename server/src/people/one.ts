import type * as contract from '@deedbox/contract/people.ts'
import { and, asc, eq, gt, isNotNull, ne } from 'drizzle-orm'
import type { Acting, ReadCtx } from '../context/context.ts'
import { profiles, sessions } from '../db/tables/accounts.ts'
import { factors } from '../db/tables/sign-in.ts'
import type { Answer, Input } from '../http/handler.ts'
import { Refusal } from '../platform/errors.ts'
import { signInsOf } from '../security/sign-ins.ts'
import type { Services } from '../services.ts'
import { theirPeople } from './managing.ts'
import { selectPeople, sent, userRow } from './row.ts'

const shownSignIns = 5

/** A person that the caller may see. @throws Refusal user-not-found. */
export async function findPerson(ctx: Acting<ReadCtx>, userId: string) {
  const [found] = await selectPeople(ctx).where(and(eq(profiles.id, userId), theirPeople(ctx.actor)))
  if (!found) throw new Refusal('user-not-found')
  return found
}

/** One person, for those who manage people. @throws Refusal user-not-found. */
export async function getUser(
  { geo }: Pick<Services, 'geo'>,
  ctx: Acting<ReadCtx>,
  { params: { userId } }: Input<typeof contract.getUser>,
): Promise<Answer<typeof contract.getUser>> {
  const { tx, actor, now } = ctx
  const found = await findPerson(ctx, userId)
  const { person } = found
  const signIns = await signInsOf(ctx, geo, person, { limit: shownSignIns })
  const theirFactors = await tx
    .select({ kind: factors.kind })
    .from(factors)
    .where(and(eq(factors.userId, userId), isNotNull(factors.verifiedAt)))
    .orderBy(asc(factors.createdAt))
  const everyone = actor.permissions.includes('canManageSystem')
  return {
    user: {
      ...userRow(actor, found),
      organizationId: person.organizationId,
      phone: person.phone,
      city: person.city,
      confirmedAt: sent(person.confirmedAt),
      deactivatedAt: sent(person.deactivatedAt),
      closedAt: sent(person.closedAt),
      factors: theirFactors.map(({ kind }) => kind),
      sessions: await tx.$count(
        sessions,
        and(eq(sessions.userId, userId), ne(sessions.kind, 'token'), gt(sessions.expiresAt, now)),
      ),
      signIns: everyone ? signIns : signIns.map((row) => ({ ...row, place: null, address: null })),
    },
  }
}
