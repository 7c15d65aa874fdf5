import type { LiveTopic } from '@deedbox/contract/live-topics.ts'

/** First parts of the query keys that show the objects of a topic. 'all' is everything. */
const keysOf: Record<Exclude<LiveTopic, 'all' | 'session'>, readonly string[]> = {
  security: ['security'],
  settings: ['settings', 'system'],
  documents: ['documents', 'dashboard', 'waiting', 'access', 'requests', 'owner-requests'],
  access: ['access', 'documents', 'dashboard', 'waiting', 'requests', 'owner-requests'],
  requests: ['requests', 'waiting', 'dashboard', 'access'],
  'owner-requests': ['owner-requests', 'waiting', 'dashboard'],
  people: ['users', 'invitations', 'organization-names', 'organizations', 'dashboard'],
  organizations: ['organizations', 'organization-names', 'users', 'dashboard'],
  mails: ['mails', 'announcements', 'system', 'dashboard'],
  enquiries: ['enquiries', 'dashboard'],
  holds: ['holds', 'documents', 'clients', 'users', 'organizations'],
  matters: [
    'matters',
    'due-dates',
    'nominations',
    'nominated',
    'inspections',
    'entitled',
    'documents',
    'waiting',
  ],
  system: ['system', 'unrecorded', 'dashboard'],
}
const named = new Set(Object.values(keysOf).flat())

/**
 * Keys that no event refreshes: the session has its own way, links, checks and the time at which a form was opened do not change, and each look at a page of a
 * document is recorded.
 */
const never = new Set([
  'session',
  'breach',
  'setup',
  'report',
  'invitation',
  'viewer',
  'health',
  'inspection-form',
])

/** Tells whether a query shows something of these topics. A query that no topic names is fetched, to be safe. */
export function isShownBy(topics: ReadonlySet<LiveTopic>, queryKey: readonly unknown[]): boolean {
  const first = String(queryKey[0])
  if (never.has(first)) return false
  const telling = [...topics].filter((topic) => topic !== 'session')
  if (!named.has(first)) return telling.length > 0
  return telling.some((topic) => topic === 'all' || keysOf[topic].includes(first))
}
