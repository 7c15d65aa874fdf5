import type { Serves } from '../http/handler.ts'
import { getDashboard } from './dashboard.ts'
import { getTrusteeDashboard } from './trustee.ts'
import { listWaiting } from './waiting.ts'

export const dashboardHandlers: Serves<
  'GET /api/dashboard' | 'GET /api/dashboard/trustee' | 'GET /api/waiting'
> = {
  'GET /api/dashboard': { kind: 'snapshot', run: getDashboard },
  'GET /api/dashboard/trustee': {
    kind: 'snapshot',
    run: (ctx, { query }) => getTrusteeDashboard(ctx, query),
  },
  'GET /api/waiting': { kind: 'snapshot', run: (ctx, { query }) => listWaiting(ctx, query) },
}
