import type { Handlers } from '../../kernel/http/handler.ts'
import { beginStockTake, endStockTake, getStockTake, listStockTakes, scanPacket } from './stock-take.ts'

export const stockTakeHandlers = {
  'GET /api/stock-takes': { kind: 'snapshot', run: (ctx) => listStockTakes(ctx) },
  'POST /api/stock-takes': { kind: 'transact', run: (ctx, { body }) => beginStockTake(ctx, body) },
  'GET /api/stock-takes/:stockTakeId': {
    kind: 'snapshot',
    run: (ctx, { params, query }) => getStockTake(ctx, params.stockTakeId, query),
  },
  'POST /api/stock-takes/:stockTakeId/scans': {
    kind: 'transact',
    run: (ctx, { params, body }) => scanPacket(ctx, params.stockTakeId, body),
  },
  'POST /api/stock-takes/:stockTakeId/end': {
    kind: 'transact',
    run: (ctx, { params }) => endStockTake(ctx, params.stockTakeId),
  },
} satisfies Partial<Handlers>
