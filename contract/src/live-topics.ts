/**
 * What a stream may say has changed. 'all': anything may have, because something was missed. 'session': the person
 * themselves, or their session, which may have ended.
 */
export const liveTopics = [
  'all',
  'session',
  'security',
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
