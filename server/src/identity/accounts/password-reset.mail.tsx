import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { MailButton, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { greeting } from './mail-parts.tsx'

/** The link to set a new password. Sent at once and never stored. */
export const passwordReset = defineMail(
  'password_reset',
  ({ token, firstName }: { token: string; firstName: string }, place: Place) => {
    return {
      subject: 'Reset your Deedbox password',
      element: (
        <MailLayout
          preview="The link is valid for one hour."
          title="Reset your password"
          reason="You are receiving this because someone asked to reset the password for this email address. If it was not you, you can ignore this email: your password has not changed."
        >
          <MailText>{greeting(firstName)}</MailText>
          <MailText>
            Use the button below to set a new password. The link is valid for one hour and works once. You
            will then be signed out on all devices.
          </MailText>
          <MailButton href={`${place.publicUrl}/reset-password?token=${encodeURIComponent(token)}`}>
            Choose a new password
          </MailButton>
        </MailLayout>
      ),
    }
  },
)
