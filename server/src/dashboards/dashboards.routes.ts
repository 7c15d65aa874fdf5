import type { Serves } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { getDashboard } from './dashboard.ts'
import { getTrusteeDashboard } from './trustee.ts'
import { listWaiting } from './waiting.ts'

export const dashboardHandlers = ({
  config,
}: Services): Serves<'GET /api/dashboard' | 'GET /api/dashboard/trustee' | 'GET /api/waiting'> => ({
  'GET /api/dashboard': { kind: 'snapshot', run: (ctx) => getDashboard(ctx, config.timeZone) },
  'GET /api/dashboard/trustee': {
    kind: 'snapshot',
    run: (ctx, { query }) => getTrusteeDashboard(ctx, query, config.timeZone),
  },
  'GET /api/waiting': { kind: 'snapshot', run: (ctx, { query }) => listWaiting(ctx, query) },
})
