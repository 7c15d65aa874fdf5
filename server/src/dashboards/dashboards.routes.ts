import type { Serves } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { getDashboard } from './dashboard.ts'
import { listAccess } from './list-access.ts'
import { getToday } from './today.ts'
import { getTrusteeDashboard } from './trustee.ts'
import { listWaiting } from './waiting.ts'

export const dashboardHandlers = ({
  config,
}: Pick<Services, 'config'>): Serves<
  | 'GET /api/access'
  | 'GET /api/dashboard'
  | 'GET /api/dashboard/trustee'
  | 'GET /api/waiting'
  | 'GET /api/waiting/today'
> => ({
  'GET /api/access': { kind: 'snapshot', run: (ctx, { query }) => listAccess(ctx, query) },
  'GET /api/dashboard': { kind: 'snapshot', run: getDashboard },
  'GET /api/dashboard/trustee': {
    kind: 'snapshot',
    run: (ctx, { query }) => getTrusteeDashboard(ctx, query),
  },
  'GET /api/waiting': { kind: 'snapshot', run: (ctx, { query }) => listWaiting(ctx, query) },
  'GET /api/waiting/today': { kind: 'snapshot', run: (ctx) => getToday(ctx, config) },
})
