import type { Handlers } from '../../kernel/http/handler.ts'
import { deactivateOrganization, getOrganization, reactivateOrganization } from './deactivate.ts'
import { createOrganization, updateOrganization } from './edit.ts'
import { exportOrganizations } from './export.ts'
import { organizationHistory } from './history.ts'
import { listOrganizations } from './list.ts'

export const organizationHandlers = {
  'GET /api/organizations': { kind: 'read', run: (ctx, { query }) => listOrganizations(ctx, query) },
  'POST /api/organizations': { kind: 'transact', run: (ctx, { body }) => createOrganization(ctx, body) },
  'GET /api/organizations/export': {
    kind: 'raw',
    run: (raw, { query }) => exportOrganizations(raw, query),
  },
  'GET /api/organizations/:organizationId': {
    kind: 'read',
    run: (ctx, { params }) => getOrganization(ctx, params.organizationId),
  },
  'PUT /api/organizations/:organizationId': {
    kind: 'transact',
    run: (ctx, { params, body }) => updateOrganization(ctx, params.organizationId, body),
  },
  'POST /api/organizations/:organizationId/deactivate': {
    kind: 'transact',
    run: (ctx, { params }) => deactivateOrganization(ctx, params.organizationId),
  },
  'POST /api/organizations/:organizationId/reactivate': {
    kind: 'transact',
    run: (ctx, { params }) => reactivateOrganization(ctx, params.organizationId),
  },
  'GET /api/organizations/:organizationId/history': {
    kind: 'read',
    run: (ctx, { params, query }) => organizationHistory(ctx, params.organizationId, query),
  },
} satisfies Partial<Handlers>
