import type { Serves } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { listActivity } from './activity.ts'
import { exportAudit } from './export.ts'

export const reportHandlers = (
  services: Services,
): Serves<'GET /api/audit' | 'GET /api/audit/exports/:file'> => ({
  'GET /api/audit': {
    kind: 'read',
    run: (ctx, { query }) => listActivity(ctx, query),
  },
  'GET /api/audit/exports/:file': {
    kind: 'raw',
    run: (raw, { params, query }) => exportAudit(services, raw, params.file, query),
  },
})
