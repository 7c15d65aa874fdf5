import { runningDownloads } from '../../documents/reading/running.ts'
import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { getEvidence, getOneEvidence, startEvidence } from './begin.ts'
import { downloadEvidence } from './download.ts'
import { getEventProof } from './event-proof.ts'

export const evidenceHandlers = (services: Services, running = runningDownloads(services)) =>
  ({
    'GET /api/audit/proofs/:eventId': {
      kind: 'read',
      run: (ctx, { params }) => getEventProof(ctx, params.eventId),
    },
    'GET /api/audit/evidence': { kind: 'read', run: getEvidence },
    'POST /api/audit/evidence': {
      kind: 'transact',
      run: (ctx, input) => startEvidence(services, ctx, input),
    },
    'GET /api/audit/evidence/:takeOutId': {
      kind: 'read',
      run: (ctx, { params }) => getOneEvidence(ctx, params.takeOutId),
    },
    'GET /api/audit/evidence/:takeOutId/content': {
      kind: 'raw',
      run: (raw, { params }) => downloadEvidence(services, running, raw, params.takeOutId),
    },
  }) satisfies Partial<Handlers>
