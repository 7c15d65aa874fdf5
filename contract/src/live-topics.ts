/**
 * Topics that a stream may report as changed. 'all': anything may have changed, because something was missed. 'session': the person themselves or
 * their session, which may have ended.
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
  'holds',
  'matters',
  'system',
] as const
export type LiveTopic = (typeof liveTopics)[number]

/** Milliseconds between two signs of life of a stream at most (specification, section 9: heartbeat). */
export const liveBeatMs = 25_000
