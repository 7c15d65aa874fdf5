import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { changePassword } from '../accounts/change-password.ts'
import { getProofWays, prove, sendProofCode } from './proof.ts'

/** Handles proofs of who one is, and the password, which needs such a proof. */
export const proofHandlers = (services: Services) =>
  ({
    'GET /api/session/proof': { kind: 'read', run: (ctx) => getProofWays(services, ctx) },
    'POST /api/session/proof': { kind: 'raw', run: (raw, input) => prove(services, raw, input) },
    'POST /api/session/proof/code': { kind: 'raw', run: (raw) => sendProofCode(services, raw) },
    'PUT /api/password': { kind: 'raw', run: (raw, input) => changePassword(services, raw, input) },
  }) satisfies Partial<Handlers>
