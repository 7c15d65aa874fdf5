import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { dayIn } from '../../platform/instants.ts'
import { MailButton, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { greeting } from './mail-parts.tsx'

/** Mail to a guest whose account had no end and was given one (end-guests.ts). */
export const guestEndSet = defineMail(
  'guest_end_set',
  ({ firstName, accessExpiresAt }: { firstName: string; accessExpiresAt: string }, place: Place) => {
    const day = dayIn(accessExpiresAt, place.timeZone)
    return {
      subject: `Your guest access to Deedbox ends on ${day}`,
      element: (
        <MailLayout
          preview="Until now it had no end."
          title="Your guest access has an end now"
          reason="You are receiving this because you have a guest account with Deedbox."
        >
          <MailText>{greeting(firstName)}</MailText>
          <MailText>
            The access of guests always ends on a day. Yours had none until now: it ends on {day}. Access to a
            single document may end before.
          </MailText>
          <MailText>
            If you need the documents for longer, please ask the person who shared them with you, or write to{' '}
            {place.supportEmail}.
          </MailText>
          <MailButton href={`${place.publicUrl}/dashboard`}>Open your dashboard</MailButton>
        </MailLayout>
      ),
    }
  },
)
