/** The vocabulary of the audit trail: event → how a person reads it. Only ever added to. */
export const auditEvents = {
  first_admin_created: 'First administrator set up',
  verification_code_sent: 'Verification code sent',
  account_created: 'Account created',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  sign_in_locked: 'Sign-in locked',
  signed_out: 'Signed out',
  password_reset_requested: 'Password reset requested',
  password_reset: 'Password reset',
  user_invited: 'Person invited',
  invitation_withdrawn: 'Invitation withdrawn',
  trustee_confirmed: 'Trustee confirmed',
  access_expiry_set: 'Access expiry set',
  document_uploaded: 'Document uploaded',
  document_viewed: 'Document viewed',
  document_searched: 'Document searched',
  document_downloaded: 'Document downloaded',
  document_damaged: 'Damaged content noticed',
  document_deleted: 'Document deleted',
  document_restored: 'Document restored',
  document_content_removed: 'Content removed',
  access_granted: 'Access granted',
  revoked: 'Access revoked',
  renewed: 'Access renewed',
  expired: 'Access expired',
  mail_failed: 'E-mail could not be sent',
} as const

export type AuditEventName = keyof typeof auditEvents

/** The events that the view share_activity shows (specification, section 3). */
export const shareActivityEvents = ['document_uploaded', 'access_granted', 'revoked', 'renewed'] as const
