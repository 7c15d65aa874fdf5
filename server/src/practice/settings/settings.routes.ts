import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { changeSettings } from './change.ts'
import { getSettings } from './get.ts'

export const settingsHandlers = (services: Services) =>
  ({
    'GET /api/settings': { kind: 'snapshot', run: (ctx) => getSettings(services, ctx) },
    'PUT /api/settings': { kind: 'raw', run: (raw, { body }) => changeSettings(services, raw, body) },
  }) satisfies Partial<Handlers>
