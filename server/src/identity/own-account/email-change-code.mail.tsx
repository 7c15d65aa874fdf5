import { defineMail } from '../../kernel/mail/define.ts'
import { MailCode, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { greeting } from '../accounts/mail-parts.tsx'

/**
 * Mail to both addresses of a change of email. `to`: the new address; null in the mail to that address. It is sent at once and never
 * stored.
 */
export const emailChangeCode = defineMail(
  'email_change_code',
  ({ code, firstName, to }: { code: string; firstName: string; to: string | null }) => {
    return {
      subject: `${code} is your Deedbox code to change your email`,
      element: (
        <MailLayout
          preview="It is valid for 10 minutes."
          title={to ? 'Change your email' : 'Confirm your new email'}
          reason={
            to
              ? 'You are receiving this because this is the email of your Deedbox account.'
              : 'You are receiving this because someone wants to use this email address for their Deedbox account. If it was not you, you can ignore this email.'
          }
        >
          <MailText>{greeting(firstName)}</MailText>
          <MailText>
            {to
              ? `Enter this code to change the email of your account to ${to}. It is valid for 10 minutes. If you did not ask for this, do not give the code to anyone, and change your password.`
              : 'Enter this code to use this address for your Deedbox account. It is valid for 10 minutes.'}
          </MailText>
          <MailCode>{code}</MailCode>
        </MailLayout>
      ),
    }
  },
)
