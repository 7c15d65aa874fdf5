import type { Handlers } from '../../kernel/http/handler.ts'
import type { Hub } from './hub.ts'

export const liveHandlers = (hub: Hub) =>
  ({
    'GET /api/live': { kind: 'raw', run: async (raw, { query }) => hub.open(raw, query.age) },
  }) satisfies Partial<Handlers>
