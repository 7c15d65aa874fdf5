import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { greeting } from '../accounts/mail-parts.tsx'

/** Mail to a person who closed their account. */
export const accountClosed = defineMail(
  'account_closed',
  ({ firstName }: { firstName: string }, place: Place) => {
    return {
      subject: 'Your Deedbox account is closed',
      element: (
        <MailLayout
          preview="You are signed out everywhere."
          title="Your account is closed"
          reason="You are receiving this because you closed your Deedbox account."
        >
          <MailText>{greeting(firstName)}</MailText>
          <MailText>
            Your account is closed. You are signed out everywhere, your access to other people’s documents has
            ended, and your open requests and invitations are withdrawn. The record of what happened before is
            kept.
          </MailText>
          <MailText>
            Nobody can sign in or sign up with this email any more. If this was not you, please write to{' '}
            {place.supportEmail}.
          </MailText>
        </MailLayout>
      ),
    }
  },
)
