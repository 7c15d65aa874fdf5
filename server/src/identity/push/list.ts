import { deviceText } from '@deedbox/contract/device.ts'
import type { listPushSubscriptions, PushSubscriptionRow } from '@deedbox/contract/push.ts'
import { and, desc, eq, gt, type SQL } from 'drizzle-orm'
import { sessions } from '../../db/tables/accounts.ts'
import { pushSubscriptions } from '../../db/tables/sign-in.ts'
import type { Acting, ReadCtx } from '../../kernel/context/context.ts'
import type { Answer } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'

/** Reads subscriptions of the actor with their sessions, that of this session first. */
const read = ({ tx, actor, now }: Acting<ReadCtx>, which?: SQL) =>
  tx
    .select({ subscription: pushSubscriptions, session: sessions })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(and(eq(pushSubscriptions.userId, actor.id), gt(sessions.expiresAt, now), which))
    .orderBy(desc(eq(sessions.id, actor.sessionId)), desc(pushSubscriptions.createdAt))

type Found = Awaited<ReturnType<typeof read>>[number]

/** Returns one of the actor's. @throws Refusal not-found */
export async function findSubscription(ctx: Acting<ReadCtx>, id: string): Promise<Found> {
  const [found] = await read(ctx, eq(pushSubscriptions.id, id))
  if (!found) throw new Refusal('not-found')
  return found
}

export const toSubscription = (
  { geo }: Pick<Services, 'geo'>,
  { actor }: Acting<ReadCtx>,
  { subscription, session }: Found,
): PushSubscriptionRow => ({
  id: subscription.id,
  current: session.id === actor.sessionId,
  device: deviceText(session.userAgent),
  place: geo.placeOf(session.ipAddress),
  address: session.ipAddress,
  names: subscription.names,
  addedAt: subscription.createdAt.toISOString(),
})

/** Lists the browsers of the actor that show notices. */
export async function listSubscriptions(
  services: Pick<Services, 'geo' | 'push'>,
  ctx: Acting<ReadCtx>,
): Promise<Answer<typeof listPushSubscriptions>> {
  const rows = await read(ctx)
  return {
    publicKey: services.push.publicKey,
    subscriptions: rows.map((row) => toSubscription(services, ctx, row)),
  }
}
