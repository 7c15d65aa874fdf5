import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { addSubscription, changeSubscription, removeSubscription } from './change.ts'
import { listSubscriptions } from './list.ts'
import { testSubscription } from './try.ts'

/** Handles the calls with which people choose the browsers that show notices of what waits for them. */
export const pushHandlers = (services: Services) =>
  ({
    'GET /api/push-subscriptions': { kind: 'read', run: (ctx) => listSubscriptions(services, ctx) },
    'POST /api/push-subscriptions': {
      kind: 'transact',
      run: (ctx, input) => addSubscription(services, ctx, input),
    },
    'PUT /api/push-subscriptions/:pushSubscriptionId': {
      kind: 'transact',
      run: (ctx, input) => changeSubscription(services, ctx, input),
    },
    'DELETE /api/push-subscriptions/:pushSubscriptionId': { kind: 'transact', run: removeSubscription },
    'POST /api/push-subscriptions/:pushSubscriptionId/test': {
      kind: 'raw',
      run: (raw, input) => testSubscription(services, raw, input),
    },
  }) satisfies Partial<Handlers>
