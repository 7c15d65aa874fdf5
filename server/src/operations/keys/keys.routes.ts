import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { destroyKey } from './destroy.ts'
import { drillEscrow } from './drill.ts'
import { makeEscrow } from './make-escrow.ts'
import { reencryptDocument } from './reencrypt.ts'
import { removeOlderKeys, rotateMasterKey } from './rotate.ts'
import { getKeys } from './show.ts'

export const keyHandlers = (services: Services) =>
  ({
    'GET /api/keys': { kind: 'snapshot', run: (ctx) => getKeys(services, ctx) },
    'POST /api/keys/rotation': { kind: 'transact', run: (ctx) => rotateMasterKey(services, ctx) },
    'DELETE /api/keys/older': { kind: 'transact', run: (ctx) => removeOlderKeys(services, ctx) },
    'POST /api/keys/escrow': { kind: 'raw', run: (raw, input) => makeEscrow(services, raw, input) },
    'POST /api/documents/:documentId/reencryption': {
      kind: 'raw',
      run: (raw, input) => reencryptDocument(services, raw, input),
    },
    'POST /api/documents/:documentId/destruction': {
      kind: 'raw',
      run: (raw, input) => destroyKey(services, raw, input),
    },
    'POST /api/keys/drill': { kind: 'raw', run: (raw, input) => drillEscrow(services, raw, input) },
  }) satisfies Partial<Handlers>
