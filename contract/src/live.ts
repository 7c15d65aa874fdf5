import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * What a stream may say has changed. 'all': anything may have, because something was missed. 'session': the person
 * themselves, or their session, which may have ended.
 */
export const liveTopics = [
  'all',
  'session',
  'settings',
  'documents',
  'access',
  'requests',
  'owner-requests',
  'people',
  'organizations',
  'mails',
  'enquiries',
  'system',
] as const
export type LiveTopic = (typeof liveTopics)[number]

/** A stream says at least this often that it is alive (specification, section 9: heartbeat). */
export const liveBeatMs = 25_000

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
