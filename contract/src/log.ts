import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Key and newest head of the transparency log, which say nothing of anybody. */
export const logKey = endpoint({
  id: 'logKey',
  summary: 'The key of the transparency log and its newest checkpoint',
  who: 'public',
  perMinute: 60,
  sends: 'text/plain',
  response: z.unknown(),
})

export const logCheckpoint = endpoint({
  id: 'logCheckpoint',
  summary: 'The newest checkpoint of the transparency log, a signed note (C2SP tlog-checkpoint)',
  who: ['canManageSystem'],
  scope: 'read',
  noProof: 'looks',
  perPersonMinute: 600,
  sends: 'text/plain',
  response: z.unknown(),
})

export const logTile = endpoint({
  id: 'logTile',
  summary:
    'A tile of hashes or of entries of the transparency log, up to its newest checkpoint (C2SP tlog-tiles)',
  who: ['canManageSystem'],
  scope: 'read',
  noProof: 'looks',
  perPersonMinute: 3_000,
  /** Address behind /log/tile/, such as 0/x001/234 or entries/000.p/12. */
  params: z.object({ '*': z.string().max(100) }),
  sends: 'application/octet-stream',
  response: z.unknown(),
})
