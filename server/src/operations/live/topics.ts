import { auditEvents } from '@deedbox/contract/audit-events.ts'
import type { LiveTopic } from '@deedbox/contract/live-topics.ts'

/** Topics that each event changes on a screen, as its entry says; besides, a mail that was sent, failed or is sent again. */
export const topicsOf: Readonly<Record<string, readonly LiveTopic[]>> = {
  ...Object.fromEntries(Object.entries(auditEvents).map(([event, { changes }]) => [event, changes])),
  mail_status_changed: ['mails'],
}

/** People whom a topic concerns whatever it is about; the others learn of it only when it is about them. */
export const concerns = {
  all: 'everyone',
  settings: 'everyone',
  session: null,
  security: null,
  documents: 'handlers',
  access: 'handlers',
  requests: 'handlers',
  'owner-requests': 'handlers',
  people: 'administrators',
  organizations: 'administrators',
  mails: 'administrators',
  enquiries: 'administrators',
  holds: 'administrators',
  matters: 'handlers',
  system: 'administrators',
} as const satisfies Record<LiveTopic, 'everyone' | 'handlers' | 'administrators' | null>

/** Topics that concern nobody but the persons themselves. */
export const personal: ReadonlySet<LiveTopic> = new Set(['session', 'security'])

/** Topics that are never about one person, so nobody else hears of them. */
export const administratorsOnly: ReadonlySet<LiveTopic> = new Set(['mails', 'enquiries', 'holds', 'system'])
