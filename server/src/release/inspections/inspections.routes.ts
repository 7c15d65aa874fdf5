import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { askInspection, openInspection } from './ask.ts'
import { giveInspection, refuseInspection } from './decide.ts'
import { addEntitled, changeEntitled, listEntitled } from './entitled.ts'
import { bringInspectionEvidence, getInspectionEvidence } from './evidence.ts'
import { listInspections } from './read.ts'

export const inspectionHandlers = (services: Services) =>
  ({
    'GET /api/inspections/form': { kind: 'read', run: (ctx) => openInspection(services, ctx) },
    'POST /api/inspections': { kind: 'raw', run: (raw, { body }) => askInspection(services, raw, body) },
    'GET /api/inspection-evidence/:token': {
      kind: 'read',
      run: (ctx, { params }) => getInspectionEvidence(services, ctx, params.token),
    },
    'POST /api/inspection-evidence/:token': {
      kind: 'raw',
      run: (raw, input) => bringInspectionEvidence(services, raw, input),
    },
    'GET /api/inspections': { kind: 'snapshot', run: (ctx, { query }) => listInspections(ctx, query) },
    'POST /api/inspections/:inspectionId/give': {
      kind: 'transact',
      run: (ctx, { params, body }) => giveInspection(services, ctx, params.inspectionId, body),
    },
    'POST /api/inspections/:inspectionId/refuse': {
      kind: 'transact',
      run: (ctx, { params, body }) => refuseInspection(services, ctx, params.inspectionId, body),
    },
    'GET /api/entitled': { kind: 'read', run: (ctx) => listEntitled(ctx) },
    'POST /api/entitled': { kind: 'transact', run: (ctx, { body }) => addEntitled(ctx, body) },
    'PUT /api/entitled/:entitledId': {
      kind: 'transact',
      run: (ctx, { params, body }) => changeEntitled(ctx, params.entitledId, body),
    },
  }) satisfies Partial<Handlers>
