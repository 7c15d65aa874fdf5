import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { forgetDevice, listDevices } from './devices.ts'
import { listIdentities } from './identities.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'
import { listSignIns } from './sign-ins.ts'

/** Handles the calls with which people look after the security of their own account. */
export const securityHandlers = (services: Services) =>
  ({
    'GET /api/sessions': { kind: 'read', run: (ctx) => listSessions(services, ctx) },
    'DELETE /api/sessions': { kind: 'transact', run: endOtherSessions },
    'DELETE /api/sessions/:sessionId': { kind: 'transact', run: endSession },
    'GET /api/devices': { kind: 'read', run: (ctx) => listDevices(services, ctx) },
    'DELETE /api/devices/:deviceId': { kind: 'transact', run: forgetDevice },
    'GET /api/sign-ins': { kind: 'read', run: (ctx, input) => listSignIns(services, ctx, input) },
    'GET /api/identities': { kind: 'read', run: (ctx) => listIdentities(services, ctx) },
  }) satisfies Partial<Handlers>
