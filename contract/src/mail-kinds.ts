import type { Permission } from './permissions.ts'

type Switch = {
  label: string
  description: string
  /** State: the mails come to a person who never touched the switch. */
  byDefault: boolean
  /** Permission that people need to get these mails and to see the switch. */
  needs?: Permission
}

/** The switches of a person’s preferences for mails: none for mails that concern security or that another person sends. */
const switches = {
  accessEnding: {
    label: 'My access ends',
    description: 'A week before your access to a document ends, and when it has ended.',
    byDefault: true,
  },
  requests: {
    label: 'New requests for access',
    description:
      'When somebody asks for access and you may decide. Requests wait on your dashboard either way.',
    byDefault: true,
    needs: 'canManageDocuments',
  },
  newTrustees: {
    label: 'New trustees',
    description: 'When a trustee signs up and waits to be confirmed.',
    byDefault: true,
    needs: 'canManageSystem',
  },
  keyEscrow: {
    label: 'Parts of the master key',
    description:
      'Once a month, until the master key was divided into parts that people keep and a drill has succeeded.',
    byDefault: true,
    needs: 'canManageSystem',
  },
  neverOpened: {
    label: 'Shared and never opened',
    description: 'When somebody has not opened your document 14 days after it was shared with them.',
    byDefault: true,
  },
  dueDates: {
    label: 'What falls due',
    description: 'On the days before a date on which you are named to be reminded.',
    byDefault: true,
    needs: 'canManageDocuments',
  },
  custody: {
    label: 'Paper originals',
    description:
      'When a packet that you took out, or of a matter that you are responsible for, was to be back, and each week again.',
    byDefault: true,
    needs: 'canManageDocuments',
  },
  reviews: {
    label: 'Reviews',
    description: 'When a document of yours is due for review.',
    byDefault: true,
  },
} as const satisfies Record<string, Switch>
export type MailSwitch = keyof typeof switches
export const mailSwitches: Readonly<Record<MailSwitch, Switch>> = switches
export const mailSwitchNames = Object.keys(switches) as [MailSwitch, ...MailSwitch[]]

type Kind = {
  /** Name in lists of mails. */
  label: string
  /** Switch that turns it off: one of the preferences, the reminder settings of owners, or none. */
  switch: MailSwitch | 'reminders' | 'none'
  /**
   * Notice on the devices of whoever has an account and wants notices there: words that name nobody and no document, and the page that it leads to;
   * null: no notice.
   */
  push: { says: string; path: string } | null
}

const decide = '/trustee/requests'
const asked = '/requestor/documents?tab=my-requests'

/**
 * Kinds of mail by their names in stored rows, with their labels and switches. The recipients, data and words are one file of the server
 * (`<kind>.mail.tsx`). Kinds are added, never renamed: rows of older releases name them.
 */
export const mailKinds = {
  verification_code: { label: 'Verification code', switch: 'none', push: null },
  proof_code: { label: 'Confirmation code', switch: 'none', push: null },
  code_sms: { label: 'Code to sign in (SMS)', switch: 'none', push: null },
  sign_in_code: { label: 'Code to sign in', switch: 'none', push: null },
  password_reset: { label: 'Password reset', switch: 'none', push: null },
  security_notice: {
    label: 'Security of the account',
    switch: 'none',
    push: { says: 'Something changed in the security of your account', path: '/profile' },
  },
  trustee_waiting: {
    label: 'New trustee to confirm',
    switch: 'newTrustees',
    push: { says: 'A trustee waits to be confirmed', path: '/admin/users?status=unconfirmed' },
  },
  trustee_confirmed: { label: 'Trustee confirmed', switch: 'none', push: null },
  guest_end_set: { label: 'End of guest access set', switch: 'none', push: null },
  newly_trusted: {
    label: 'New administrator or trustee',
    switch: 'none',
    push: { says: 'There is a new administrator or trustee', path: '/admin/users' },
  },
  message_reported: { label: 'Message reported', switch: 'none', push: null },
  invitation: { label: 'Invitation', switch: 'none', push: null },
  imported_invitation: { label: 'Invitation by a file', switch: 'none', push: null },
  invitation_again: { label: 'Invitation, sent again', switch: 'none', push: null },
  email_change_code: { label: 'Code to change the email', switch: 'none', push: null },
  email_changed: { label: 'Email changed', switch: 'none', push: null },
  account_closed: { label: 'Account closed', switch: 'none', push: null },
  token_ending: {
    label: 'Access token ends soon',
    switch: 'none',
    push: { says: 'An access token of yours ends soon', path: '/profile' },
  },
  documents_handed_over: {
    label: 'Documents or other work handed over',
    switch: 'none',
    push: { says: 'Work was handed over to you', path: '/dashboard' },
  },
  document_shared: {
    label: 'Document shared',
    switch: 'none',
    push: { says: 'A document was shared with you', path: '/documents' },
  },
  documents_shared: {
    label: 'Documents shared',
    switch: 'none',
    push: { says: 'Documents were shared with you', path: '/documents' },
  },
  copy_withdrawn: {
    label: 'Copy withdrawn',
    switch: 'none',
    push: { says: 'A copy that you have access to was withdrawn', path: '/documents' },
  },
  access_requested: {
    label: 'Access requested',
    switch: 'requests',
    push: { says: 'A request waits for you', path: decide },
  },
  request_reminder: {
    label: 'Reminder of a request',
    switch: 'none',
    push: { says: 'A request still waits for you', path: decide },
  },
  request_approved: {
    label: 'Request approved',
    switch: 'none',
    push: { says: 'Your request was approved', path: asked },
  },
  request_denied: {
    label: 'Request denied',
    switch: 'none',
    push: { says: 'Your request was denied', path: asked },
  },
  request_lapsed: {
    label: 'Request lapsed',
    switch: 'none',
    push: { says: 'Your request has lapsed', path: asked },
  },
  browsing_requested: {
    label: 'Document browsing requested',
    switch: 'none',
    push: { says: 'Somebody asks to see documents', path: '/documents' },
  },
  browsing_requested_sms: { label: 'Document browsing requested (SMS)', switch: 'none', push: null },
  owner_request: {
    label: 'Request to an owner',
    switch: 'none',
    push: { says: 'Somebody asks you for documents', path: '/dashboard' },
  },
  owner_request_claimed: {
    label: 'Owner request claimed',
    switch: 'none',
    push: { says: 'Your request was claimed', path: asked },
  },
  owner_request_fulfilled: {
    label: 'Owner request fulfilled',
    switch: 'none',
    push: { says: 'Your request was fulfilled', path: asked },
  },
  owner_request_reminder: {
    label: 'Reminder of an owner request',
    switch: 'none',
    push: { says: 'Somebody still waits for documents of yours', path: '/dashboard' },
  },
  owner_request_withdrawn: { label: 'Owner request withdrawn', switch: 'none', push: null },
  owner_request_shared: {
    label: 'Documents shared on request',
    switch: 'none',
    push: { says: 'Documents were shared with you', path: '/documents' },
  },
  document_expiring: {
    label: 'Document expires soon',
    switch: 'reminders',
    push: { says: 'A document expires soon', path: '/documents?sort=expiryDate&direction=asc' },
  },
  access_ending: {
    label: 'Access ends soon',
    switch: 'accessEnding',
    push: { says: 'Your access to a document ends soon', path: '/documents' },
  },
  access_ending_owner: {
    label: 'Access ends soon (to the owner)',
    switch: 'reminders',
    push: { says: 'Access to a document of yours ends soon', path: '/dashboard' },
  },
  access_ended: {
    label: 'Access ended',
    switch: 'accessEnding',
    push: { says: 'Your access to a document has ended', path: '/requestor/documents' },
  },
  access_ended_owner: {
    label: 'Access ended (to the owner)',
    switch: 'reminders',
    push: { says: 'Access to a document of yours has ended', path: '/dashboard' },
  },
  never_opened: {
    label: 'Shared document never opened',
    switch: 'neverOpened',
    push: { says: 'A document that you shared was never opened', path: '/documents' },
  },
  date_due: {
    label: 'Date falls due',
    switch: 'dueDates',
    push: { says: 'A date falls due', path: '/calendar' },
  },
  packet_overdue: {
    label: 'Packet of originals overdue',
    switch: 'custody',
    push: { says: 'A packet of originals is overdue', path: '/custody?packetState=overdue' },
  },
  review_due: {
    label: 'Document due for review',
    switch: 'reviews',
    push: { says: 'A document is due for review', path: '/documents/reviews' },
  },
  nomination: {
    label: 'Named as a nominee',
    switch: 'none',
    push: { says: 'You were named as a nominee', path: '/releases' },
  },
  release_asked: {
    label: 'Release asked for',
    switch: 'none',
    push: { says: 'Somebody asks for a release', path: '/releases' },
  },
  release_waiting: {
    label: 'Release waits for its time',
    switch: 'none',
    push: { says: 'A release waits for its time', path: '/releases' },
  },
  release_begun: {
    label: 'Release has begun',
    switch: 'none',
    push: { says: 'A release has begun', path: '/releases' },
  },
  release_stopped: {
    label: 'Release stopped',
    switch: 'none',
    push: { says: 'A release was stopped', path: '/releases' },
  },
  nominee_confirm: {
    label: 'Nominee to confirm',
    switch: 'none',
    push: { says: 'Please confirm that you are still a nominee', path: '/releases' },
  },
  inspection_asked: {
    label: 'Inspection of a will asked for',
    switch: 'none',
    push: { says: 'Somebody asks to inspect a will', path: '/inspections' },
  },
  inspection_received: { label: 'Request to inspect a will received', switch: 'none', push: null },
  inspection_refused: { label: 'Inspection of a will refused', switch: 'none', push: null },
  organization_leaving: {
    label: 'Organisation is leaving',
    switch: 'none',
    push: { says: 'Your organisation is leaving', path: '/settings' },
  },
  organization_locks_in_30: {
    label: 'Documents of an organisation locked in 30 days',
    switch: 'none',
    push: { says: 'The documents of your organisation are locked in 30 days', path: '/settings' },
  },
  organization_locks_in_7: {
    label: 'Documents of an organisation locked in 7 days',
    switch: 'none',
    push: { says: 'The documents of your organisation are locked in 7 days', path: '/settings' },
  },
  organization_locked: {
    label: 'Documents of an organisation locked',
    switch: 'none',
    push: { says: 'The documents of your organisation are locked', path: '/documents' },
  },
  enquiry: {
    label: 'Enquiry from the contact form',
    switch: 'none',
    push: { says: 'An enquiry waits for you', path: '/admin/enquiries' },
  },
  announcement: { label: 'Announcement', switch: 'none', push: null },
  backups_failed: {
    label: 'Backups fail',
    switch: 'none',
    push: { says: 'Backups fail', path: '/admin/system' },
  },
  backups_recovered: { label: 'Backups work again', switch: 'none', push: null },
  backup_check_failed: {
    label: 'Check of a backup was not good',
    switch: 'none',
    push: { says: 'Check of a backup was not good', path: '/admin/system' },
  },
  log_mismatch: {
    label: 'Check of the log found something',
    switch: 'none',
    push: { says: 'Check of the log found something', path: '/admin/system' },
  },
  log_head: { label: 'Head of the log', switch: 'none', push: null },
  key_escrow_due: {
    label: 'Parts of the master key to be made or tried',
    switch: 'keyEscrow',
    push: { says: 'Parts of the master key are to be made or tried', path: '/admin/keys' },
  },
  health_failed: {
    label: 'Part of Deedbox does not work',
    switch: 'none',
    push: { says: 'Part of Deedbox does not work', path: '/admin/health' },
  },
  health_recovered: {
    label: 'Part of Deedbox works again',
    switch: 'none',
    push: { says: 'Part of Deedbox works again', path: '/admin/health' },
  },
} as const satisfies Record<string, Kind>
export type MailKind = keyof typeof mailKinds
export const mailKindNames = Object.keys(mailKinds) as [MailKind, ...MailKind[]]

/** Names a kind of mail for screens and the audit trail, even one of a newer release: 'Document shared'. */
export const mailLabel = (kind: string): string =>
  Object.hasOwn(mailKinds, kind) ? mailKinds[kind as MailKind].label : kind.replaceAll('_', ' ')
