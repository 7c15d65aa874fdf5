import type { Serves } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { handOver } from './hand-over.ts'

/** The calls about one's own account. */
export const ownAccountHandlers = (services: Services): Serves<'POST /api/profile/hand-over'> => ({
  'POST /api/profile/hand-over': {
    kind: 'transact',
    run: (ctx, { body }) => handOver(services, ctx, ctx.actor, body.email),
  },
})
