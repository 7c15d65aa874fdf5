import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant } from './fields.ts'
import { limits } from './limits.ts'

const names = z.boolean()
const params = z.object({ pushSubscriptionId: id })

/** A browser that shows notices. */
const pushSubscription = z.object({
  id: z.string(),
  /** State: it is the browser of the session that makes this call. */
  current: z.boolean(),
  device: z.string(),
  place: z.string().nullable(),
  address: z.string().nullable(),
  /** State: its notices name people and documents. */
  names,
  addedAt: instant,
})
export type PushSubscriptionRow = z.infer<typeof pushSubscription>

export const listPushSubscriptions = endpoint({
  id: 'listPushSubscriptions',
  summary: 'The browsers that show notices of what waits for the caller, and the key that a new one needs',
  who: 'signed-in',
  response: z.object({
    /** Key of this deployment (VAPID), base64url; null: it sends no notices to devices. */
    publicKey: z.string().nullable(),
    subscriptions: z.array(pushSubscription),
  }),
})

export const addPushSubscription = endpoint({
  id: 'addPushSubscription',
  summary: 'Show notices in the browser of this session from now on, until the session ends',
  who: 'signed-in',
  noProof: 'own',
  perPersonMinute: 10,
  status: 201,
  body: z.strictObject({
    /** Address at the push service of the browser. */
    endpoint: z.url().max(limits.push.address),
    /** Keys of the browser, base64url, by which its push service cannot read the notices. */
    keys: z.strictObject({
      p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}$/),
      auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/),
    }),
    names: names.default(false),
  }),
  response: z.object({ subscription: pushSubscription }),
  refuses: ['push-keys', 'push-limit', 'push-service'],
})

export const changePushSubscription = endpoint({
  id: 'changePushSubscription',
  summary: 'Choose whether the notices in one browser name people and documents',
  who: 'signed-in',
  noProof: 'own',
  params,
  body: z.strictObject({ names }),
  response: z.object({ subscription: pushSubscription }),
  refuses: ['not-found'],
})

export const removePushSubscription = endpoint({
  id: 'removePushSubscription',
  summary: 'Show no more notices in one browser',
  who: 'signed-in',
  noProof: 'closes',
  params,
  response: done,
  refuses: ['not-found'],
})

export const testPushSubscription = endpoint({
  id: 'testPushSubscription',
  summary: 'Send a notice to one browser now, to try it',
  who: 'signed-in',
  noProof: 'own',
  perPersonMinute: 5,
  params,
  response: done,
  refuses: ['not-found', 'push-failed', 'push-gone'],
})
