import type { LiveTopic } from '@deedbox/contract/live-topics.ts'

/** The first parts of the query keys that show what a topic names. 'all' is everything. */
export const keysOf: Record<Exclude<LiveTopic, 'all' | 'session'>, readonly string[]> = {
  settings: ['settings', 'system'],
  documents: ['documents', 'dashboard', 'waiting', 'access', 'requests', 'owner-requests'],
  access: ['access', 'documents', 'dashboard', 'waiting', 'requests', 'owner-requests'],
  requests: ['requests', 'waiting', 'dashboard', 'access'],
  'owner-requests': ['owner-requests', 'waiting', 'dashboard'],
  people: ['users', 'invitations', 'profile', 'people', 'organizations', 'organization', 'dashboard'],
  organizations: ['organizations', 'organization', 'users', 'people', 'dashboard'],
  mails: ['mails', 'system', 'dashboard'],
  enquiries: ['enquiries', 'dashboard'],
  system: ['system', 'unrecorded', 'dashboard'],
}

/** Whether a query shows something of these topics. The session has its own way. */
export function isShownBy(topics: ReadonlySet<LiveTopic>, queryKey: readonly unknown[]): boolean {
  const [first] = queryKey
  if (first === 'session' || first === 'breach') return false
  if (topics.has('all')) return true
  return [...topics].some(
    (topic) => topic !== 'all' && topic !== 'session' && keysOf[topic].some((key) => key === first),
  )
}
