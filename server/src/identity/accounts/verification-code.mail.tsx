import { defineMail } from '../../kernel/mail/define.ts'
import { MailCode, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

/** The six-digit code of a sign-up. Sent at once and never stored. Contains nothing that a stranger typed. */
export const verificationCode = defineMail('verification_code', ({ code }: { code: string }) => {
  return {
    subject: `${code} is your Deedbox verification code`,
    element: (
      <MailLayout
        preview="It is valid for 10 minutes."
        title="Your verification code"
        reason="You are receiving this because someone signed up for Deedbox with this email address. If it was not you, you can ignore this email."
      >
        <MailText>Enter this code to finish signing up. It is valid for 10 minutes.</MailText>
        <MailCode>{code}</MailCode>
      </MailLayout>
    ),
  }
})
