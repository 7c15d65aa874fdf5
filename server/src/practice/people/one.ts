import type * as contract from '@deedbox/contract/people.ts'
import { and, asc, eq, gt, isNotNull, ne } from 'drizzle-orm'
import { profiles, sessions } from '../../db/tables/accounts.ts'
import { factors } from '../../db/tables/sign-in.ts'
import { theirPeople } from '../../identity/accounts/managing.ts'
import { signInsOf } from '../../identity/security/sign-ins.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { selectPeople, sent, userRow } from './row.ts'

const shownSignIns = 5

/** Finds a person that the caller may see. @throws Refusal user-not-found. */
export async function findPerson(ctx: Acting<ReadCtx>, userId: string) {
  const [found] = await selectPeople(ctx).where(and(eq(profiles.id, userId), theirPeople(ctx.actor)))
  if (!found) throw new Refusal('user-not-found')
  return found
}

/** Returns one person, for those who manage people. @throws Refusal user-not-found. */
export async function getUser(
  { geo }: Pick<Services, 'geo'>,
  ctx: Acting<ReadCtx>,
  { params: { userId } }: Input<typeof contract.getUser>,
): Promise<Answer<typeof contract.getUser>> {
  const { tx, actor, now } = ctx
  const target = await findPerson(ctx, userId)
  const { person } = target
  const signIns = await signInsOf(ctx, geo, person, { limit: shownSignIns })
  const theirFactors = await tx
    .select({ kind: factors.kind })
    .from(factors)
    .where(and(eq(factors.userId, userId), isNotNull(factors.verifiedAt)))
    .orderBy(asc(factors.createdAt))
  const everyone = actor.permissions.includes('canManageSystem')
  return {
    user: {
      ...userRow(ctx, target),
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
