import type { Templates } from './mail/mail.ts'

/** Every kind of mail and its template, loaded with the first mail of that kind. */
export const mailTemplates = {
  verification_code: async () => (await import('./accounts/accounts.emails.tsx')).verificationCode,
  password_reset: async () => (await import('./accounts/accounts.emails.tsx')).passwordReset,
  invitation: async () => (await import('./accounts/accounts.emails.tsx')).invitation,
  document_shared: async () => (await import('./access/access.emails.tsx')).documentShared,
  owner_request: async () => (await import('./owner-requests/owner-requests.emails.tsx')).ownerRequest,
  owner_request_claimed: async () =>
    (await import('./owner-requests/owner-requests.emails.tsx')).ownerRequestClaimed,
  owner_request_fulfilled: async () =>
    (await import('./owner-requests/owner-requests.emails.tsx')).ownerRequestFulfilled,
  owner_request_shared: async () =>
    (await import('./owner-requests/owner-requests.emails.tsx')).ownerRequestShared,
} satisfies Templates<string>

export type MailKind = keyof typeof mailTemplates
