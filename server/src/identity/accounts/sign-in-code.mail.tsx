import { defineMail } from '../../kernel/mail/define.ts'
import { MailCode, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { greeting } from './mail-parts.tsx'

/** A six-digit code to sign in. Sent at once and never stored. */
export const signInCodeMail = defineMail(
  'sign_in_code',
  ({ code, firstName }: { code: string; firstName: string }) => {
    return {
      subject: `${code} is your Deedbox code to sign in`,
      element: (
        <MailLayout
          preview="It is valid for 10 minutes."
          title="Your code to sign in"
          reason="You are receiving this because someone asked to sign in to Deedbox with this email address. If it was not you, you can ignore this email. Give the code to nobody, whoever asks."
        >
          <MailText>{greeting(firstName)}</MailText>
          <MailText>Enter this code where you are signing in. It is valid for 10 minutes.</MailText>
          <MailCode>{code}</MailCode>
        </MailLayout>
      ),
    }
  },
)
