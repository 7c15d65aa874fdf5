import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const live = endpoint({
  id: 'live',
  summary:
    'Server-sent events: the names of what has changed, each to those who may ask for it. Every 25 seconds an event `beat`; ends with the session',
  who: 'signed-in',
  query: z.object({
    /** Also what has changed in the last so many milliseconds. */
    age: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  }),
  sends: 'text/event-stream',
  response: z.unknown(),
})
