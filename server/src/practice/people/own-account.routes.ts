import { setPreferences } from '../../identity/accounts/preferences.ts'
import { confirmEmailChange, requestEmailChange } from '../../identity/own-account/change-email.ts'
import { getProfile, updateProfile } from '../../identity/own-account/profile.ts'
import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { closeAccount, getClosing } from './close-account.ts'
import { handOver } from './hand-over.ts'

/** The calls about one's own account. */
export const ownAccountHandlers = (services: Services) =>
  ({
    'GET /api/profile': { kind: 'read', run: getProfile },
    'PUT /api/profile': { kind: 'transact', run: updateProfile },
    'PUT /api/preferences': { kind: 'transact', run: setPreferences },
    'POST /api/profile/email': {
      kind: 'raw',
      run: (raw, input) => requestEmailChange(services, raw, input),
    },
    'POST /api/profile/email/confirm': {
      kind: 'raw',
      run: (raw, input) => confirmEmailChange(services, raw, input),
    },
    'GET /api/profile/closing': { kind: 'read', run: getClosing },
    'POST /api/profile/close': { kind: 'raw', run: (raw, input) => closeAccount(services, raw, input) },
    'POST /api/profile/hand-over': {
      kind: 'transact',
      run: (ctx, { body }) => handOver(services, ctx, ctx.actor, body.email),
    },
  }) satisfies Partial<Handlers>
