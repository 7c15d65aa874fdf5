import type { Handlers } from '../../kernel/http/handler.ts'
import { exportRoles } from './export.ts'
import { exportOwners, printOwners } from './owners.ts'
import { getParty, mergeParty, searchParties, updateParty } from './party.ts'
import { printRoles } from './print.ts'
import { listRoles } from './read.ts'
import { addRole, correctRole, endRole } from './record.ts'

export const partyHandlers = {
  'GET /api/matters/:matterId/roles': {
    kind: 'snapshot',
    run: (ctx, { params, query }) => listRoles(ctx, params.matterId, query),
  },
  'POST /api/matters/:matterId/roles': {
    kind: 'transact',
    run: (ctx, { params, body }) => addRole(ctx, params.matterId, body),
  },
  'GET /api/matters/:matterId/roles/export': {
    kind: 'raw',
    run: (raw, { params }) => exportRoles(raw, params.matterId),
  },
  'GET /api/matters/:matterId/roles/print': {
    kind: 'raw',
    run: (raw, { params, query }) => printRoles(raw, params.matterId, query.on),
  },
  'GET /api/matters/:matterId/owners/export': {
    kind: 'raw',
    run: (raw, { params, query }) => exportOwners(raw, params.matterId, query.on),
  },
  'GET /api/matters/:matterId/owners/print': {
    kind: 'raw',
    run: (raw, { params, query }) => printOwners(raw, params.matterId, query.on),
  },
  'POST /api/matters/:matterId/roles/:roleId/end': {
    kind: 'transact',
    run: (ctx, { params, body }) => endRole(ctx, params, body),
  },
  'POST /api/matters/:matterId/roles/:roleId/correct': {
    kind: 'transact',
    run: (ctx, { params, body }) => correctRole(ctx, params, body),
  },
  'GET /api/parties': { kind: 'snapshot', run: (ctx, { query }) => searchParties(ctx, query) },
  'GET /api/parties/:partyId': {
    kind: 'snapshot',
    run: (ctx, { params }) => getParty(ctx, params.partyId),
  },
  'PUT /api/parties/:partyId': {
    kind: 'transact',
    run: (ctx, { params, body }) => updateParty(ctx, params.partyId, body),
  },
  'POST /api/parties/:partyId/merge': {
    kind: 'transact',
    run: (ctx, { params, body }) => mergeParty(ctx, params.partyId, body),
  },
} satisfies Partial<Handlers>
