const kinds: Record<string, string> = {
  invitation: 'Invitation',
  imported_invitation: 'Invitation by a file',
  trustee_waiting: 'New trustee to confirm',
  trustee_confirmed: 'Trustee confirmed',
  message_reported: 'Message reported',
  security_notice: 'Security of the account',
  email_changed: 'Email changed',
  account_closed: 'Account closed',
  documents_handed_over: 'Documents handed over',
  token_ending: 'Access token ends soon',
  document_shared: 'Document shared',
  access_requested: 'Access requested',
  request_reminder: 'Reminder of a request',
  request_approved: 'Request approved',
  request_denied: 'Request denied',
  request_lapsed: 'Request lapsed',
  browsing_requested: 'Document browsing requested',
  browsing_requested_sms: 'Document browsing requested (SMS)',
  owner_request: 'Request to an owner',
  owner_request_claimed: 'Owner request claimed',
  owner_request_fulfilled: 'Owner request fulfilled',
  owner_request_reminder: 'Reminder of an owner request',
  owner_request_withdrawn: 'Owner request withdrawn',
  owner_request_shared: 'Documents shared on request',
  document_expiring: 'Document expires soon',
  access_ending: 'Access ends soon',
  access_ending_owner: 'Access ends soon (to the owner)',
  access_ended: 'Access ended',
  backups_failed: 'Backups fail',
  backups_recovered: 'Backups work again',
  backup_check_failed: 'Check of a backup was not good',
  health_failed: 'Part of Deedbox does not work',
  health_recovered: 'Part of Deedbox works again',
  access_ended_owner: 'Access ended (to the owner)',
  enquiry: 'Enquiry from the contact form',
}

/** The name of a kind of email: 'Document shared'. */
export function kindLabel(kind: string): string {
  const words = kind.replaceAll('_', ' ')
  return kinds[kind] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
