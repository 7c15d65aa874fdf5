import type { Handlers } from '../../kernel/http/handler.ts'
import { clientHistory } from './history.ts'
import { listClients } from './list.ts'
import { getClient } from './one.ts'
import { suggestClients } from './suggest.ts'

export const clientHandlers = {
  'GET /api/clients': { kind: 'read', run: (ctx, { query }) => suggestClients(ctx, query.text) },
  'GET /api/clients/list': { kind: 'read', run: (ctx, { query }) => listClients(ctx, query) },
  'GET /api/clients/one': { kind: 'snapshot', run: (ctx, { query }) => getClient(ctx, query.name) },
  'GET /api/clients/history': { kind: 'snapshot', run: (ctx, { query }) => clientHistory(ctx, query) },
} satisfies Partial<Handlers>
