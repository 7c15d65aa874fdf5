import type { Templates } from './mail/mail.ts'

/** The template of every kind of mail, loaded with the first mail of that kind. */
export const mailTemplates = {
  verification_code: async () => (await import('./accounts/accounts.emails.tsx')).verificationCode,
  proof_code: async () => (await import('./accounts/accounts.emails.tsx')).proofCode,
  code_sms: async () => (await import('./accounts/accounts.emails.tsx')).codeSms,
  sign_in_code: async () => (await import('./accounts/accounts.emails.tsx')).signInCode,
  password_reset: async () => (await import('./accounts/accounts.emails.tsx')).passwordReset,
  security_notice: async () => (await import('./accounts/accounts.emails.tsx')).securityNotice,
  trustee_waiting: async () => (await import('./accounts/accounts.emails.tsx')).trusteeWaiting,
  trustee_confirmed: async () => (await import('./accounts/accounts.emails.tsx')).trusteeConfirmed,
  message_reported: async () => (await import('./mail/mail.emails.tsx')).messageReported,
  invitation: async () => (await import('./accounts/accounts.emails.tsx')).invitation,
  email_change_code: async () => (await import('./people/own-account.emails.tsx')).emailChangeCode,
  email_changed: async () => (await import('./people/own-account.emails.tsx')).emailChanged,
  account_closed: async () => (await import('./people/own-account.emails.tsx')).accountClosed,
  token_ending: async () => (await import('./tokens/tokens.emails.tsx')).tokenEnding,
  imported_invitation: async () => (await import('./accounts/accounts.emails.tsx')).invitation,
  documents_handed_over: async () => (await import('./people/own-account.emails.tsx')).documentsHandedOver,
  document_shared: async () => (await import('./access/access.emails.tsx')).documentShared,
  documents_shared: async () => (await import('./access/access.emails.tsx')).documentsShared,
  access_requested: async () => (await import('./requests/requests.emails.tsx')).accessRequested,
  request_reminder: async () => (await import('./requests/requests.emails.tsx')).requestReminder,
  request_approved: async () => (await import('./requests/requests.emails.tsx')).requestApproved,
  request_denied: async () => (await import('./requests/requests.emails.tsx')).requestDenied,
  request_lapsed: async () => (await import('./requests/requests.emails.tsx')).requestLapsed,
  browsing_requested: async () => (await import('./requests/requests.emails.tsx')).browsingRequested,
  browsing_requested_sms: async () => (await import('./requests/requests.emails.tsx')).browsingRequestedSms,
  owner_request: async () => (await import('./owner-requests/owner-requests.emails.tsx')).ownerRequest,
  owner_request_claimed: async () =>
    (await import('./owner-requests/owner-requests.emails.tsx')).ownerRequestClaimed,
  owner_request_fulfilled: async () =>
    (await import('./owner-requests/owner-requests.emails.tsx')).ownerRequestFulfilled,
  owner_request_reminder: async () =>
    (await import('./owner-requests/owner-requests.emails.tsx')).ownerRequestReminder,
  owner_request_withdrawn: async () =>
    (await import('./owner-requests/owner-requests.emails.tsx')).ownerRequestWithdrawn,
  owner_request_shared: async () =>
    (await import('./owner-requests/owner-requests.emails.tsx')).ownerRequestShared,
  document_expiring: async () => (await import('./reminders/reminders.emails.tsx')).documentExpiring,
  access_ending: async () => (await import('./reminders/reminders.emails.tsx')).accessEnding,
  access_ending_owner: async () => (await import('./reminders/reminders.emails.tsx')).accessEndingOwner,
  access_ended: async () => (await import('./reminders/reminders.emails.tsx')).accessEnded,
  access_ended_owner: async () => (await import('./reminders/reminders.emails.tsx')).accessEndedOwner,
  enquiry: async () => (await import('./enquiries/enquiries.emails.tsx')).enquiryReceived,
  backups_failed: async () => (await import('./backup/backup.emails.tsx')).backupsFailed,
  backups_recovered: async () => (await import('./backup/backup.emails.tsx')).backupsRecovered,
  backup_check_failed: async () => (await import('./backup/backup.emails.tsx')).backupCheckFailed,
  health_failed: async () => (await import('./system/system.emails.tsx')).healthFailed,
  health_recovered: async () => (await import('./system/system.emails.tsx')).healthRecovered,
} satisfies Templates<string>

export type MailKind = keyof typeof mailTemplates
