import type { AuditEventName } from '@deedbox/contract/audit-events.ts'
import type { LiveTopic } from '@deedbox/contract/live.ts'

/** A change without an audit event: a mail was sent, failed or is sent again. */
export type LiveEventName = AuditEventName | 'mail_status_changed'

const nothing: readonly LiveTopic[] = []
const sharing = ['access', 'documents'] as const
const deciding = ['requests', 'access', 'documents'] as const
const account = ['session', 'people'] as const

/** What each event changes on a screen. Readings and failed sign-ins change nothing that anyone waits for. */
export const topicsOf = {
  first_admin_created: ['people'],
  verification_code_sent: nothing,
  account_created: ['people', 'access', 'owner-requests'],
  signed_in: nothing,
  sign_in_failed: nothing,
  sign_in_locked: nothing,
  signed_out: ['session'],
  sessions_ended: ['session'],
  password_reset_requested: nothing,
  password_reset: ['session'],
  user_invited: ['people'],
  invitation_withdrawn: ['people'],
  invitation_replaced: ['people'],
  trustee_confirmed: account,
  access_expiry_set: account,
  role_changed: account,
  person_blocked: account,
  person_unblocked: account,
  person_deactivated: account,
  person_reactivated: account,
  profile_updated: ['session', 'people', 'documents', 'access'],
  preferences_updated: ['session'],
  email_change_requested: nothing,
  email_change_refused: nothing,
  email_changed: [...account, ...deciding, 'owner-requests'],
  account_closed: [...account, ...deciding, 'owner-requests'],
  message_reported: ['people'],
  document_uploaded: ['documents'],
  document_viewed: nothing,
  document_searched: nothing,
  document_downloaded: nothing,
  document_download_stopped: nothing,
  document_damaged: nothing,
  document_deleted: ['documents', 'access', 'requests'],
  document_restored: ['documents'],
  document_content_removed: ['documents'],
  access_granted: sharing,
  revoked: sharing,
  renewed: sharing,
  expired: sharing,
  extended: sharing,
  access_removed: sharing,
  access_requested: ['requests'],
  extension_requested: ['requests', 'access'],
  request_approved: deciding,
  request_denied: deciding,
  request_withdrawn: ['requests', 'access'],
  request_lapsed: ['requests', 'access'],
  request_reminder_sent: ['requests'],
  browsing_requested: ['requests'],
  owner_request_sent: ['owner-requests'],
  owner_request_viewed: nothing,
  owner_request_claimed: ['owner-requests'],
  owner_request_fulfilled: ['owner-requests'],
  owner_request_withdrawn: ['owner-requests'],
  owner_request_released: ['owner-requests'],
  owner_request_reminder_sent: ['owner-requests'],
  audit_exported: nothing,
  people_exported: nothing,
  reminder_settings_updated: nothing,
  notice_sent: nothing,
  mail_resent: ['mails'],
  store_adopted: ['system'],
  content_quarantined: ['system'],
  content_returned: ['system'],
  content_purged: ['system'],
  sweep_refused: ['system'],
  mail_failed: ['mails'],
  document_handed_over: ['documents', 'access', 'people'],
  enquiry_received: ['enquiries'],
  enquiry_answered: ['enquiries'],
  enquiry_reopened: ['enquiries'],
  enquiry_note_changed: ['enquiries'],
  mail_status_changed: ['mails'],
} as const satisfies Record<LiveEventName, readonly LiveTopic[]>

/** Whom a topic concerns whatever it is about; the others learn of it only when it is about them. */
export const concerns = {
  all: 'everyone',
  settings: 'everyone',
  session: null,
  documents: 'handlers',
  access: 'handlers',
  requests: 'handlers',
  'owner-requests': 'handlers',
  people: 'administrators',
  organizations: 'administrators',
  mails: 'administrators',
  enquiries: 'administrators',
  system: 'administrators',
} as const satisfies Record<LiveTopic, 'everyone' | 'handlers' | 'administrators' | null>

/** These are never about one person, so nobody else hears of them. */
export const administratorsOnly: ReadonlySet<LiveTopic> = new Set(['mails', 'enquiries', 'system'])
