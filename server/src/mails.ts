import type { Templates } from './mail/mail.ts'

/** Every kind of mail and its template, loaded with the first mail of that kind. */
export const mailTemplates = {
  verification_code: async () => (await import('./accounts/accounts.emails.tsx')).verificationCode,
  password_reset: async () => (await import('./accounts/accounts.emails.tsx')).passwordReset,
  invitation: async () => (await import('./accounts/accounts.emails.tsx')).invitation,
  document_shared: async () => (await import('./access/access.emails.tsx')).documentShared,
} satisfies Templates<string>

export type MailKind = keyof typeof mailTemplates
