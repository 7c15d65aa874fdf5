import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { beginTotp, confirmTotp } from './enrol.ts'
import { getFactors, makeBackupCodes, renameFactor } from './own.ts'
import { passWithCode } from './pass.ts'
import { sendFactorCodes } from './phone-codes.ts'
import { removeFactor } from './remove.ts'

/** Handles the calls about one's own second factors. */
export const factorHandlers = (services: Services) =>
  ({
    'POST /api/session/factor': { kind: 'raw', run: (raw, input) => passWithCode(services, raw, input) },
    'POST /api/session/factor/phone': { kind: 'raw', run: (raw) => sendFactorCodes(services, raw) },
    'GET /api/factors': { kind: 'read', run: getFactors },
    'POST /api/factors/totp': { kind: 'raw', run: (raw, input) => beginTotp(services, raw, input) },
    'POST /api/factors/totp/:factorId/verify': {
      kind: 'transact',
      run: (ctx, input) => confirmTotp(services, ctx, input),
    },
    'POST /api/factors/backup-codes': { kind: 'transact', run: (ctx) => makeBackupCodes(services, ctx) },
    'PUT /api/factors/:factorId': { kind: 'transact', run: renameFactor },
    'DELETE /api/factors/:factorId': {
      kind: 'transact',
      run: (ctx, input) => removeFactor(services, ctx, input),
    },
  }) satisfies Partial<Handlers>
