import type { Serves } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { getSystem } from './system.ts'

export const systemHandlers = (services: Services): Serves<'GET /api/system'> => ({
  'GET /api/system': { kind: 'snapshot', run: (ctx) => getSystem(services, ctx) },
})
