import type { Serves } from '../../kernel/http/handler.ts'
import type { Services } from '../../kernel/services.ts'
import { createToken } from './create.ts'
import { endToken } from './end.ts'
import { listTokens } from './list.ts'

type Calls = 'GET /api/tokens' | 'POST /api/tokens' | 'DELETE /api/tokens/:tokenId'

export const tokenHandlers = (services: Services): Serves<Calls> => ({
  'GET /api/tokens': { kind: 'read', run: listTokens },
  'POST /api/tokens': { kind: 'transact', run: (ctx, input) => createToken(services, ctx, input) },
  'DELETE /api/tokens/:tokenId': { kind: 'transact', run: (ctx, input) => endToken(services, ctx, input) },
})
