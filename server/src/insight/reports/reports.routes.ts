import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { listActivity } from './activity.ts'
import { listEvents } from './events.ts'
import { exportAudit, exportEvents } from './export.ts'

export const reportHandlers = (services: Services) =>
  ({
    'GET /api/audit/events': {
      kind: 'read',
      run: (ctx, { query }) => listEvents(ctx, query),
    },
    'GET /api/audit/events/exports/:file': {
      kind: 'raw',
      run: (raw, { params, query }) => exportEvents(services, raw, params.file, query),
    },
    'GET /api/audit': {
      kind: 'read',
      run: (ctx, { query }) => listActivity(ctx, query),
    },
    'GET /api/audit/exports/:file': {
      kind: 'raw',
      run: (raw, { params, query }) => exportAudit(services, raw, params.file, query),
    },
  }) satisfies Partial<Handlers>
