import type { Serves } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { confirmTrustee, listUsers, setAccessExpiry } from './people.ts'
import { changeRole, deactivateUser, reactivateUser } from './roles.ts'

type Calls =
  | 'GET /api/users'
  | 'POST /api/users/:userId/confirm'
  | 'POST /api/users/:userId/access-expiry'
  | 'POST /api/users/:userId/role'
  | 'POST /api/users/:userId/deactivate'
  | 'POST /api/users/:userId/reactivate'

/** The calls about other people's accounts. */
export function peopleHandlers(services: Services): Serves<Calls> {
  return {
    'GET /api/users': { kind: 'read', run: listUsers },
    'POST /api/users/:userId/confirm': {
      kind: 'transact',
      run: (ctx, input) => confirmTrustee(services, ctx, input),
    },
    'POST /api/users/:userId/role': { kind: 'transact', run: changeRole },
    'POST /api/users/:userId/deactivate': { kind: 'transact', run: deactivateUser },
    'POST /api/users/:userId/reactivate': { kind: 'transact', run: reactivateUser },
    'POST /api/users/:userId/access-expiry': { kind: 'transact', run: setAccessExpiry },
  }
}
