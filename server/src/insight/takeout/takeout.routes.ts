import { runningDownloads } from '../../documents/reading/running.ts'
import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { startTakeOut } from './begin.ts'
import { cancelTakeOut } from './cancel.ts'
import { downloadTakeOut } from './download.ts'
import { getTakeOut, getTakeOuts } from './get.ts'

export const takeOutHandlers = (services: Services, running = runningDownloads(services)) =>
  ({
    'GET /api/take-outs': { kind: 'read', run: getTakeOuts },
    'POST /api/take-outs': { kind: 'transact', run: startTakeOut },
    'GET /api/take-outs/:takeOutId': {
      kind: 'read',
      run: (ctx, { params }) => getTakeOut(ctx, params.takeOutId),
    },
    'DELETE /api/take-outs/:takeOutId': {
      kind: 'transact',
      run: (ctx, { params }) => cancelTakeOut(ctx, params.takeOutId),
    },
    'GET /api/take-outs/:takeOutId/content': {
      kind: 'raw',
      run: (raw, { params }) => downloadTakeOut(services, running, raw, params.takeOutId),
    },
  }) satisfies Partial<Handlers>
