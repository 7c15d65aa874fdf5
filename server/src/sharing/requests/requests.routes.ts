import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { requestAccess } from './ask.ts'
import { requestBrowsing } from './browse.ts'
import { approveAccess, denyAccess } from './decide.ts'
import { removeAccess, requestAccessExtension } from './extension.ts'
import { listRequests } from './list.ts'
import { sendReminder, withdrawRequest } from './pending.ts'

export function requestHandlers(services: Services) {
  /** Tells whether any of these was sent at the first try; the others are tried again. */
  const anyWent = async (mailIds: string[]) =>
    (await Promise.all(mailIds.map((mailId) => services.mail.wasSent(mailId)))).includes(true)

  return {
    'POST /api/requests': {
      kind: 'transact',
      run: (ctx, { body }) => requestAccess(ctx, body, services),
    },
    'GET /api/requests': {
      kind: 'read',
      run: (ctx, { query }) => listRequests(ctx, query),
    },
    'POST /api/requests/browse': {
      kind: 'raw',
      run: async (raw, { body }) => {
        const mailIds = await raw.transact((ctx) => requestBrowsing(ctx, body, services))
        return { success: true as const, sent: await anyWent(mailIds) }
      },
    },
    'POST /api/requests/:requestId/approve': {
      kind: 'raw',
      run: async (raw, { params, body }) => {
        const { request, mailId } = await raw.transact((ctx) =>
          approveAccess(ctx, params.requestId, body, services),
        )
        return { request, emailSent: await services.mail.wasSent(mailId) }
      },
    },
    'POST /api/requests/:requestId/deny': {
      kind: 'raw',
      run: async (raw, { params, body }) => {
        const { request, mailId } = await raw.transact((ctx) =>
          denyAccess(ctx, params.requestId, body, services),
        )
        return { request, emailSent: await services.mail.wasSent(mailId) }
      },
    },
    'POST /api/requests/:requestId/withdraw': {
      kind: 'transact',
      run: (ctx, { params }) => withdrawRequest(ctx, params.requestId),
    },
    'POST /api/requests/:requestId/remind': {
      kind: 'raw',
      run: async (raw, { params }) => {
        const { request, mailIds } = await raw.transact((ctx) =>
          sendReminder(ctx, params.requestId, services),
        )
        return { request, emailSent: await anyWent(mailIds) }
      },
    },
    'POST /api/access/:grantId/extension': {
      kind: 'transact',
      run: (ctx, { params, body }) => requestAccessExtension(ctx, params.grantId, body, services),
    },
    'POST /api/access/:grantId/remove': {
      kind: 'transact',
      run: (ctx, { params }) => removeAccess(ctx, params.grantId),
    },
  } satisfies Partial<Handlers>
}
