import { deviceText } from '@deedbox/contract/device.ts'
import { limits } from '@deedbox/contract/limits.ts'
import type * as contract from '@deedbox/contract/push.ts'
import { eq, or } from 'drizzle-orm'
import { pushSubscriptions } from '../../db/tables/sign-in.ts'
import type { Acting, WriteCtx } from '../../kernel/context/context.ts'
import { advisoryLock } from '../../kernel/context/lock.ts'
import type { Answer, Input } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { isPushKey } from '../../platform/push/encrypt.ts'
import { pushServiceOf } from '../../platform/push/services.ts'
import { findSubscription, toSubscription } from './list.ts'

/**
 * Lets the browser of this session show notices. Whoever had the same address before shares this browser, and gets none there any longer.
 * @throws Refusal push-service for an address that is no known push service's, push-keys, push-limit (20 a person)
 */
export async function addSubscription(
  services: Pick<Services, 'config' | 'geo'>,
  ctx: Acting<WriteCtx>,
  { body: { endpoint, keys, names } }: Input<typeof contract.addPushSubscription>,
): Promise<Answer<typeof contract.addPushSubscription>> {
  const { tx, actor, now } = ctx
  if (!pushServiceOf(endpoint, services.config.pushServices)) throw new Refusal('push-service')
  if (!isPushKey(keys)) throw new Refusal('push-keys')
  await advisoryLock(ctx, `push ${actor.id}`)
  await tx
    .delete(pushSubscriptions)
    .where(or(eq(pushSubscriptions.sessionId, actor.sessionId), eq(pushSubscriptions.endpoint, endpoint)))
  const { aPerson: limit } = limits.push
  if ((await tx.$count(pushSubscriptions, eq(pushSubscriptions.userId, actor.id))) >= limit)
    throw new Refusal('push-limit', { values: { limit } })
  const [row] = await tx
    .insert(pushSubscriptions)
    .values({ sessionId: actor.sessionId, userId: actor.id, endpoint, ...keys, names, createdAt: now })
    .returning()
  if (!row) throw new Error('The subscription was not stored')
  const found = await findSubscription(ctx, row.id)
  const device = deviceText(found.session.userAgent)
  await ctx.audit({
    event: 'push_subscription_added',
    subjectEmail: actor.email,
    details: { device, names },
  })
  return { subscription: toSubscription(services, ctx, found) }
}

/** @throws Refusal not-found */
export async function changeSubscription(
  services: Pick<Services, 'geo'>,
  ctx: Acting<WriteCtx>,
  { params, body: { names } }: Input<typeof contract.changePushSubscription>,
): Promise<Answer<typeof contract.changePushSubscription>> {
  const { subscription, session } = await findSubscription(ctx, params.pushSubscriptionId)
  await ctx.tx.update(pushSubscriptions).set({ names }).where(eq(pushSubscriptions.id, subscription.id))
  await ctx.audit({
    event: 'push_subscription_changed',
    subjectEmail: ctx.actor.email,
    details: { device: deviceText(session.userAgent), names },
  })
  return {
    subscription: toSubscription(services, ctx, { session, subscription: { ...subscription, names } }),
  }
}

/** @throws Refusal not-found */
export async function removeSubscription(
  ctx: Acting<WriteCtx>,
  { params }: Input<typeof contract.removePushSubscription>,
): Promise<Answer<typeof contract.removePushSubscription>> {
  const { subscription, session } = await findSubscription(ctx, params.pushSubscriptionId)
  await ctx.tx.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscription.id))
  await ctx.audit({
    event: 'push_subscription_removed',
    subjectEmail: ctx.actor.email,
    details: { device: deviceText(session.userAgent) },
  })
  return { success: true }
}
