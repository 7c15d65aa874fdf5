import type { Handlers } from '../../kernel/http/handler.ts'
import { listClientsWithout, listMatterRuns } from './list.ts'
import { makeMatters } from './make.ts'
import { undoMatterRun } from './undo.ts'

export const matterRunHandlers = {
  'GET /api/matter-runs': { kind: 'read', run: (ctx) => listMatterRuns(ctx) },
  'GET /api/matter-runs/clients': { kind: 'read', run: (ctx, { query }) => listClientsWithout(ctx, query) },
  'POST /api/matter-runs': { kind: 'raw', run: (raw, { body }) => makeMatters(raw, body) },
  'POST /api/matter-runs/:runId/undo': {
    kind: 'raw',
    run: (raw, { params, body }) => undoMatterRun(raw, params.runId, body.after),
  },
} satisfies Partial<Handlers>
