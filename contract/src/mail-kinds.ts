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
  neverOpened: {
    label: 'Shared and never opened',
    description: 'When somebody has not opened your document 14 days after it was shared with them.',
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
}

/**
 * Kinds of mail by their names in stored rows, with their labels and switches. The recipients, data and words are one file of the server
 * (`<kind>.mail.tsx`). Kinds are added, never renamed: rows of older releases name them.
 */
export const mailKinds = {
  verification_code: { label: 'Verification code', switch: 'none' },
  proof_code: { label: 'Confirmation code', switch: 'none' },
  code_sms: { label: 'Code to sign in (SMS)', switch: 'none' },
  sign_in_code: { label: 'Code to sign in', switch: 'none' },
  password_reset: { label: 'Password reset', switch: 'none' },
  security_notice: { label: 'Security of the account', switch: 'none' },
  trustee_waiting: { label: 'New trustee to confirm', switch: 'newTrustees' },
  trustee_confirmed: { label: 'Trustee confirmed', switch: 'none' },
  guest_end_set: { label: 'End of guest access set', switch: 'none' },
  newly_trusted: { label: 'New administrator or trustee', switch: 'none' },
  message_reported: { label: 'Message reported', switch: 'none' },
  invitation: { label: 'Invitation', switch: 'none' },
  imported_invitation: { label: 'Invitation by a file', switch: 'none' },
  invitation_again: { label: 'Invitation, sent again', switch: 'none' },
  email_change_code: { label: 'Code to change the email', switch: 'none' },
  email_changed: { label: 'Email changed', switch: 'none' },
  account_closed: { label: 'Account closed', switch: 'none' },
  token_ending: { label: 'Access token ends soon', switch: 'none' },
  documents_handed_over: { label: 'Documents handed over', switch: 'none' },
  document_shared: { label: 'Document shared', switch: 'none' },
  documents_shared: { label: 'Documents shared', switch: 'none' },
  access_requested: { label: 'Access requested', switch: 'requests' },
  request_reminder: { label: 'Reminder of a request', switch: 'none' },
  request_approved: { label: 'Request approved', switch: 'none' },
  request_denied: { label: 'Request denied', switch: 'none' },
  request_lapsed: { label: 'Request lapsed', switch: 'none' },
  browsing_requested: { label: 'Document browsing requested', switch: 'none' },
  browsing_requested_sms: { label: 'Document browsing requested (SMS)', switch: 'none' },
  owner_request: { label: 'Request to an owner', switch: 'none' },
  owner_request_claimed: { label: 'Owner request claimed', switch: 'none' },
  owner_request_fulfilled: { label: 'Owner request fulfilled', switch: 'none' },
  owner_request_reminder: { label: 'Reminder of an owner request', switch: 'none' },
  owner_request_withdrawn: { label: 'Owner request withdrawn', switch: 'none' },
  owner_request_shared: { label: 'Documents shared on request', switch: 'none' },
  document_expiring: { label: 'Document expires soon', switch: 'reminders' },
  access_ending: { label: 'Access ends soon', switch: 'accessEnding' },
  access_ending_owner: { label: 'Access ends soon (to the owner)', switch: 'reminders' },
  access_ended: { label: 'Access ended', switch: 'accessEnding' },
  access_ended_owner: { label: 'Access ended (to the owner)', switch: 'reminders' },
  never_opened: { label: 'Shared document never opened', switch: 'neverOpened' },
  enquiry: { label: 'Enquiry from the contact form', switch: 'none' },
  announcement: { label: 'Announcement', switch: 'none' },
  backups_failed: { label: 'Backups fail', switch: 'none' },
  backups_recovered: { label: 'Backups work again', switch: 'none' },
  backup_check_failed: { label: 'Check of a backup was not good', switch: 'none' },
  health_failed: { label: 'Part of Deedbox does not work', switch: 'none' },
  health_recovered: { label: 'Part of Deedbox works again', switch: 'none' },
} as const satisfies Record<string, Kind>
export type MailKind = keyof typeof mailKinds
export const mailKindNames = Object.keys(mailKinds) as [MailKind, ...MailKind[]]

/** Names a kind of mail for screens and the audit trail, even one of a newer release: 'Document shared'. */
export const mailLabel = (kind: string): string =>
  Object.hasOwn(mailKinds, kind) ? mailKinds[kind as MailKind].label : kind.replaceAll('_', ' ')
