import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const live = endpoint({
  id: 'live',
  summary:
    'Server-sent events: the names of what has changed, each to those who may ask for it. Every 25 seconds an event `beat`; ends with the session',
  who: 'signed-in',
  noProof: 'looks',
  query: z.object({
    /** Milliseconds before now whose changes are reported too. */
    age: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  }),
  sends: 'text/event-stream',
  response: z.unknown(),
})
