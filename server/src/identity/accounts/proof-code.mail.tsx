import { defineMail } from '../../kernel/mail/define.ts'
import { MailCode, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { greeting } from './mail-parts.tsx'

/** The six-digit code of somebody who confirms that it is them. Sent at once and never stored. */
export const proofCodeMail = defineMail(
  'proof_code',
  ({ code, firstName }: { code: string; firstName: string }) => {
    return {
      subject: `${code} is your Deedbox confirmation code`,
      element: (
        <MailLayout
          preview="It is valid for 10 minutes."
          title="Confirm that it is you"
          reason="You are receiving this because someone signed in to your account is about to make an important change. If it was not you, please sign out all other sessions on your profile and write to us."
        >
          <MailText>{greeting(firstName)}</MailText>
          <MailText>Enter this code to confirm that it is you. It is valid for 10 minutes.</MailText>
          <MailCode>{code}</MailCode>
        </MailLayout>
      ),
    }
  },
)
