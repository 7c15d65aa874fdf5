import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { MailButton, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { greeting } from './mail-parts.tsx'

/** Mail to a trustee who was confirmed by an administrator. */
export const trusteeConfirmed = defineMail(
  'trustee_confirmed',
  ({ firstName }: { firstName: string }, place: Place) => {
    return {
      subject: 'Your trustee account is confirmed',
      element: (
        <MailLayout
          preview="You can now use everything that trustees can."
          title="Your account is confirmed"
          reason="You are receiving this because you signed up for Deedbox as a trustee."
        >
          <MailText>{greeting(firstName)}</MailText>
          <MailText>
            An administrator has confirmed your trustee account. You can now see all documents, share them,
            invite guests, and decide on requests for access.
          </MailText>
          <MailButton href={`${place.publicUrl}/dashboard`}>Open your dashboard</MailButton>
        </MailLayout>
      ),
    }
  },
)
