import { randomUUID } from 'node:crypto'
import type { testPushSubscription } from '@deedbox/contract/push.ts'
import type { Answer, Input, Raw } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { Refusal } from '../../platform/errors.ts'
import { findSubscription } from './list.ts'

/**
 * Sends a notice to one of the actor's browsers, to try it.
 * @throws Refusal not-found, push-gone for a browser that its push service no longer knows, push-failed
 */
export async function testSubscription(
  { push, logger }: Pick<Services, 'push' | 'logger'>,
  { read }: Raw<typeof testPushSubscription>,
  { params }: Input<typeof testPushSubscription>,
): Promise<Answer<typeof testPushSubscription>> {
  const { subscription } = await read((ctx) => findSubscription(ctx, params.pushSubscriptionId))
  const notice = { title: 'Notices work in this browser', path: '/settings#notices', tag: randomUUID() }
  const result = await push.send(subscription, notice).catch((error: Error) => {
    // Its message may name the address.
    logger.warn({ error: error.name }, 'a push service did not take a notice')
    throw new Refusal('push-failed')
  })
  if (result === 'gone') throw new Refusal('push-gone')
  return { success: true }
}
