import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { listAnnouncements } from './list.ts'
import { previewAnnouncement, sendAnnouncement } from './send.ts'

export const announcementHandlers = (services: Services) =>
  ({
    'GET /api/announcements': { kind: 'snapshot', run: listAnnouncements },
    'POST /api/announcements': {
      kind: 'transact',
      run: (ctx, input) => sendAnnouncement(services, ctx, input),
    },
    'POST /api/announcements/preview': {
      kind: 'read',
      run: (ctx, input) => previewAnnouncement(services, ctx, input),
    },
  }) satisfies Partial<Handlers>
