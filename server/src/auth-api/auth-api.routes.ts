import type { Serves } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { authHealthOf, authSettingsOf } from './about.ts'
import { logout } from './logout.ts'
import { signedIn } from './signed-in.ts'
import { token } from './token.ts'
import { authUserOf } from './user.ts'

type Calls =
  | 'POST /auth/v1/token'
  | 'GET /auth/v1/user'
  | 'POST /auth/v1/logout'
  | 'GET /auth/v1/.well-known/jwks.json'
  | 'GET /auth/v1/settings'
  | 'GET /auth/v1/health'

/** The authentication calls of section 7, for the clients of Supabase Auth: thin, over the verbs of the screens (ADR 26). */
export function authApiHandlers(services: Services): Serves<Calls> {
  return {
    'POST /auth/v1/token': { kind: 'raw', run: (raw, input) => token(services, raw, input) },
    'GET /auth/v1/user': {
      kind: 'read',
      run: (given) => {
        const ctx = signedIn(given)
        return authUserOf(ctx, ctx.actor.id, { half: ctx.pending !== null })
      },
    },
    'POST /auth/v1/logout': { kind: 'transact', run: (ctx, input) => logout(signedIn(ctx), input) },
    'GET /auth/v1/.well-known/jwks.json': {
      kind: 'raw',
      run: async () => ({ keys: await services.signingKeys.published() }),
    },
    'GET /auth/v1/settings': { kind: 'read', run: (ctx) => authSettingsOf(services, ctx) },
    'GET /auth/v1/health': { kind: 'raw', run: authHealthOf },
  }
}
