import type { Serves } from '../http/handler.ts'
import { createToken } from './create.ts'
import { endToken } from './end.ts'
import { listTokens } from './list.ts'

type Calls = 'GET /api/tokens' | 'POST /api/tokens' | 'DELETE /api/tokens/:tokenId'

export const tokenHandlers: Serves<Calls> = {
  'GET /api/tokens': { kind: 'read', run: listTokens },
  'POST /api/tokens': { kind: 'transact', run: createToken },
  'DELETE /api/tokens/:tokenId': { kind: 'transact', run: endToken },
}
