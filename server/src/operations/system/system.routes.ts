import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { createChecker } from './check.ts'
import { healthHistory } from './history.ts'
import { getSystem } from './system.ts'

export const systemHandlers = (services: Services) => {
  const check = createChecker(services)
  return {
    'GET /api/system': { kind: 'snapshot', run: (ctx) => getSystem(services, ctx) },
    // The checks are not on a snapshot: they ask the database themselves, and may take seconds.
    'GET /api/system/health': {
      kind: 'read',
      run: async ({ now }) => ({ now: now.toISOString(), checks: await check() }),
    },
    'GET /api/system/health/history': { kind: 'snapshot', run: healthHistory },
  } satisfies Partial<Handlers>
}
