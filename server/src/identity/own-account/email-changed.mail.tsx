import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { greeting } from '../accounts/mail-parts.tsx'

/** Mail to the former address, after the email was changed. */
export const emailChanged = defineMail(
  'email_changed',
  ({ firstName, to }: { firstName: string; to: string }, place: Place) => {
    return {
      subject: 'The email of your Deedbox account was changed',
      element: (
        <MailLayout
          preview={`It is now ${to}.`}
          title="Your email was changed"
          reason="You are receiving this because this was the email of your Deedbox account."
        >
          <MailText>{greeting(firstName)}</MailText>
          <MailText>
            The email of your Deedbox account is now {to}. Your documents, your access and your requests have
            moved with it. Messages about your account no longer come to this address.
          </MailText>
          <MailText>
            If this was not you, please write to {place.supportEmail} now, and an administrator will help you.
          </MailText>
        </MailLayout>
      ),
    }
  },
)
