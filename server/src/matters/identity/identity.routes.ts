import type { Handlers } from '../../kernel/http/handler.ts'
import {
  listIdentityChecks,
  nameOnIdentityCheck,
  recordIdentityCheck,
  withdrawIdentityCheck,
} from './checks.ts'

export const identityCheckHandlers = {
  'GET /api/parties/:partyId/identity-checks': {
    kind: 'snapshot',
    run: (ctx, { params }) => listIdentityChecks(ctx, params.partyId),
  },
  'POST /api/parties/:partyId/identity-checks': {
    kind: 'transact',
    run: (ctx, { params, body }) => recordIdentityCheck(ctx, params.partyId, body),
  },
  'PUT /api/identity-checks/:checkId/people': {
    kind: 'transact',
    run: (ctx, { params, body }) => nameOnIdentityCheck(ctx, params.checkId, body),
  },
  'POST /api/identity-checks/:checkId/withdraw': {
    kind: 'transact',
    run: (ctx, { params, body }) => withdrawIdentityCheck(ctx, params.checkId, body),
  },
} satisfies Partial<Handlers>
