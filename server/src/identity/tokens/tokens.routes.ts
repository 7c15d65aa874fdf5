import type { Handlers } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { createToken } from './create.ts'
import { endToken } from './end.ts'
import { listTokens } from './list.ts'

export const tokenHandlers = (services: Services) =>
  ({
    'GET /api/tokens': { kind: 'read', run: listTokens },
    'POST /api/tokens': { kind: 'transact', run: (ctx, input) => createToken(services, ctx, input) },
    'DELETE /api/tokens/:tokenId': { kind: 'transact', run: (ctx, input) => endToken(services, ctx, input) },
  }) satisfies Partial<Handlers>
