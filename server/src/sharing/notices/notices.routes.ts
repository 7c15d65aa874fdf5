import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { getReminderSettings, setReminderSettings } from './settings.ts'

export const reminderHandlers = (services: Services) =>
  ({
    'GET /api/reminders': { kind: 'read', run: (ctx) => getReminderSettings(ctx) },
    'PUT /api/reminders': {
      kind: 'transact',
      run: (ctx, { body }) => setReminderSettings(ctx, body, services),
    },
  }) satisfies Partial<Handlers>
