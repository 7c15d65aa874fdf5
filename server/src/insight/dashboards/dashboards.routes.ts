import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { getDashboard } from './dashboard.ts'
import { getToday } from './today.ts'
import { getTrusteeDashboard } from './trustee.ts'
import { listWaiting } from './waiting.ts'

export const dashboardHandlers = ({ config }: Pick<Services, 'config'>) =>
  ({
    'GET /api/dashboard': { kind: 'snapshot', run: getDashboard },
    'GET /api/dashboard/trustee': {
      kind: 'snapshot',
      run: (ctx, { query }) => getTrusteeDashboard(ctx, query),
    },
    'GET /api/waiting': { kind: 'snapshot', run: (ctx, { query }) => listWaiting(ctx, query) },
    'GET /api/waiting/today': { kind: 'snapshot', run: (ctx) => getToday(ctx, config) },
  }) satisfies Partial<Handlers>
