import type { Handlers } from '../../kernel/http/handler.ts'
import { getDeath, listDeaths } from './effects.ts'
import { freeOfPower, restOnPower } from './powers.ts'
import { confirmDeath, correctDeath, recordDeath } from './record.ts'

export const deathHandlers = {
  'GET /api/parties/:partyId/death': {
    kind: 'snapshot',
    run: (ctx, { params }) => getDeath(ctx, params.partyId),
  },
  'POST /api/parties/:partyId/death': {
    kind: 'transact',
    run: (ctx, { params, body }) => recordDeath(ctx, params.partyId, body),
  },
  'POST /api/deaths/:deathId/correct': {
    kind: 'transact',
    run: (ctx, { params, body }) => correctDeath(ctx, params.deathId, body),
  },
  'POST /api/deaths/:deathId/seen': {
    kind: 'transact',
    run: (ctx, { params }) => confirmDeath(ctx, params.deathId),
  },
  'GET /api/documents/:documentId/deaths': {
    kind: 'snapshot',
    run: (ctx, { params }) => listDeaths(ctx, params.documentId),
  },
  'POST /api/parties/:partyId/powers': {
    kind: 'transact',
    run: (ctx, { params, body }) => restOnPower(ctx, params.partyId, body),
  },
  'POST /api/parties/:partyId/powers/remove': {
    kind: 'transact',
    run: (ctx, { params, body }) => freeOfPower(ctx, params.partyId, body),
  },
} satisfies Partial<Handlers>
