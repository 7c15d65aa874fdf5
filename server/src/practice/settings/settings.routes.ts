import type { Serves } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { changeSettings } from './change.ts'
import { getSettings } from './get.ts'

export const settingsHandlers = (services: Services): Serves<'GET /api/settings' | 'PUT /api/settings'> => ({
  'GET /api/settings': { kind: 'snapshot', run: (ctx) => getSettings(services, ctx) },
  'PUT /api/settings': { kind: 'raw', run: (raw, { body }) => changeSettings(services, raw, body) },
})
