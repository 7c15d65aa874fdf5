import type { MailKind } from '@deedbox/contract/mail-kinds.ts'
import { copyWithdrawn } from './custody/copies/copy-withdrawn.mail.tsx'
import { packetOverdue } from './custody/papers/packet-overdue.mail.tsx'
import { codeSms } from './identity/accounts/code-sms.mail.tsx'
import { guestEndSet } from './identity/accounts/guest-end-set.mail.tsx'
import { importedInvitation, invitationAgain, invitationMail } from './identity/accounts/invitation.mail.tsx'
import { passwordReset } from './identity/accounts/password-reset.mail.tsx'
import { proofCodeMail } from './identity/accounts/proof-code.mail.tsx'
import { securityNoticeMail } from './identity/accounts/security-notice.mail.tsx'
import { signInCodeMail } from './identity/accounts/sign-in-code.mail.tsx'
import { trusteeConfirmed } from './identity/accounts/trustee-confirmed.mail.tsx'
import { trusteeWaiting } from './identity/accounts/trustee-waiting.mail.tsx'
import { verificationCode } from './identity/accounts/verification-code.mail.tsx'
import { accountClosed } from './identity/own-account/account-closed.mail.tsx'
import { documentsHandedOver } from './identity/own-account/documents-handed-over.mail.tsx'
import { emailChangeCode } from './identity/own-account/email-change-code.mail.tsx'
import { emailChanged } from './identity/own-account/email-changed.mail.tsx'
import { tokenEnding } from './identity/tokens/token-ending.mail.tsx'
import { logHead } from './insight/log/log-head.mail.tsx'
import { logMismatch } from './insight/log/log-mismatch.mail.tsx'
import type { MailDefinition } from './kernel/mail/define.ts'
import { messageReported } from './kernel/mail/message-reported.mail.tsx'
import { newlyTrusted } from './kernel/mail/newly-trusted.mail.tsx'
import { dateDue } from './matters/dates/date-due.mail.tsx'
import { backupCheckFailed } from './operations/backup/backup-check-failed.mail.tsx'
import { backupsFailed } from './operations/backup/backups-failed.mail.tsx'
import { backupsRecovered } from './operations/backup/backups-recovered.mail.tsx'
import { keyEscrowDue } from './operations/keys/key-escrow-due.mail.tsx'
import { organizationLeaving } from './operations/leaving/organization-leaving.mail.tsx'
import { organizationLocked } from './operations/leaving/organization-locked.mail.tsx'
import { organizationLocksIn7 } from './operations/leaving/organization-locks-in-7.mail.tsx'
import { organizationLocksIn30 } from './operations/leaving/organization-locks-in-30.mail.tsx'
import { healthFailed } from './operations/system/health-failed.mail.tsx'
import { healthRecovered } from './operations/system/health-recovered.mail.tsx'
import { announcement } from './practice/announcements/announcement.mail.tsx'
import { enquiry } from './practice/enquiries/enquiry.mail.tsx'
import { reviewDue } from './practice/reviews/review-due.mail.tsx'
import { inspectionAsked } from './release/inspections/inspection-asked.mail.tsx'
import { inspectionReceived } from './release/inspections/inspection-received.mail.tsx'
import { inspectionRefused } from './release/inspections/inspection-refused.mail.tsx'
import { nomination } from './release/nominations/nomination.mail.tsx'
import { nomineeConfirm } from './release/nominations/nominee-confirm.mail.tsx'
import { releaseAsked } from './release/nominations/release-asked.mail.tsx'
import { releaseBegun } from './release/nominations/release-begun.mail.tsx'
import { releaseStopped } from './release/nominations/release-stopped.mail.tsx'
import { releaseWaiting } from './release/nominations/release-waiting.mail.tsx'
import { documentShared } from './sharing/grants/document-shared.mail.tsx'
import { documentsShared } from './sharing/grants/documents-shared.mail.tsx'
import { accessEnded } from './sharing/notices/access-ended.mail.tsx'
import { accessEndedOwner } from './sharing/notices/access-ended-owner.mail.tsx'
import { accessEnding } from './sharing/notices/access-ending.mail.tsx'
import { accessEndingOwner } from './sharing/notices/access-ending-owner.mail.tsx'
import { documentExpiring } from './sharing/notices/document-expiring.mail.tsx'
import { neverOpened } from './sharing/notices/never-opened.mail.tsx'
import { ownerRequest } from './sharing/owner-requests/owner-request.mail.tsx'
import { ownerRequestClaimed } from './sharing/owner-requests/owner-request-claimed.mail.tsx'
import { ownerRequestFulfilled } from './sharing/owner-requests/owner-request-fulfilled.mail.tsx'
import { ownerRequestReminder } from './sharing/owner-requests/owner-request-reminder.mail.tsx'
import { ownerRequestShared } from './sharing/owner-requests/owner-request-shared.mail.tsx'
import { ownerRequestWithdrawn } from './sharing/owner-requests/owner-request-withdrawn.mail.tsx'
import { accessRequested } from './sharing/requests/access-requested.mail.tsx'
import { browsingRequested } from './sharing/requests/browsing-requested.mail.tsx'
import { browsingRequestedSms } from './sharing/requests/browsing-requested-sms.mail.tsx'
import { requestApproved } from './sharing/requests/request-approved.mail.tsx'
import { requestDenied } from './sharing/requests/request-denied.mail.tsx'
import { requestLapsed } from './sharing/requests/request-lapsed.mail.tsx'
import { requestReminder } from './sharing/requests/request-reminder.mail.tsx'

/** Every kind of mail: a row of the database names one of these. */
export const mails = {
  verification_code: verificationCode,
  proof_code: proofCodeMail,
  code_sms: codeSms,
  sign_in_code: signInCodeMail,
  password_reset: passwordReset,
  security_notice: securityNoticeMail,
  trustee_waiting: trusteeWaiting,
  trustee_confirmed: trusteeConfirmed,
  guest_end_set: guestEndSet,
  newly_trusted: newlyTrusted,
  message_reported: messageReported,
  invitation: invitationMail,
  imported_invitation: importedInvitation,
  invitation_again: invitationAgain,
  email_change_code: emailChangeCode,
  email_changed: emailChanged,
  account_closed: accountClosed,
  token_ending: tokenEnding,
  documents_handed_over: documentsHandedOver,
  copy_withdrawn: copyWithdrawn,
  document_shared: documentShared,
  documents_shared: documentsShared,
  access_requested: accessRequested,
  request_reminder: requestReminder,
  request_approved: requestApproved,
  request_denied: requestDenied,
  request_lapsed: requestLapsed,
  browsing_requested: browsingRequested,
  browsing_requested_sms: browsingRequestedSms,
  owner_request: ownerRequest,
  owner_request_claimed: ownerRequestClaimed,
  owner_request_fulfilled: ownerRequestFulfilled,
  owner_request_reminder: ownerRequestReminder,
  owner_request_withdrawn: ownerRequestWithdrawn,
  owner_request_shared: ownerRequestShared,
  document_expiring: documentExpiring,
  access_ending: accessEnding,
  access_ending_owner: accessEndingOwner,
  access_ended: accessEnded,
  access_ended_owner: accessEndedOwner,
  never_opened: neverOpened,
  date_due: dateDue,
  packet_overdue: packetOverdue,
  review_due: reviewDue,
  nomination: nomination,
  release_asked: releaseAsked,
  release_waiting: releaseWaiting,
  release_begun: releaseBegun,
  release_stopped: releaseStopped,
  nominee_confirm: nomineeConfirm,
  inspection_asked: inspectionAsked,
  inspection_received: inspectionReceived,
  inspection_refused: inspectionRefused,
  organization_leaving: organizationLeaving,
  organization_locks_in_30: organizationLocksIn30,
  organization_locks_in_7: organizationLocksIn7,
  organization_locked: organizationLocked,
  enquiry: enquiry,
  announcement: announcement,
  backups_failed: backupsFailed,
  backups_recovered: backupsRecovered,
  backup_check_failed: backupCheckFailed,
  key_escrow_due: keyEscrowDue,
  log_mismatch: logMismatch,
  log_head: logHead,
  health_failed: healthFailed,
  health_recovered: healthRecovered,
} satisfies { [K in MailKind]: MailDefinition<never, K> }
