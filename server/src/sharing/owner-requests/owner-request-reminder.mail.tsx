import { defineMail, type Place, replyTo } from '../../kernel/mail/define.ts'
import { MailQuote, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { asked, entered, from, OwnerRequestLink, type OwnerRequestMail } from './mail-parts.tsx'

/** Mail to the owner, when nobody has claimed the request for two days or more. */
export const ownerRequestReminder = defineMail(
  'owner_request_reminder',
  (data: OwnerRequestMail, place: Place) => ({
    subject: `Reminder: ${data.requesterName} asks you for documents`,
    ...replyTo(data.requesterName, data.requesterEmail),
    element: (
      <MailLayout
        preview="Nobody has claimed this request yet."
        title="A request is waiting for you"
        reason={entered(data)}
        sender={`${data.requesterName}, through Deedbox`}
      >
        {data.ownerName && <MailText>Dear {data.ownerName},</MailText>}
        <MailText>
          {from(data)} asked you for documents{asked(data, place)}. Nobody has claimed the request yet. They
          wrote:
        </MailText>
        <MailQuote>{data.message}</MailQuote>
        <OwnerRequestLink data={data} place={place} />
      </MailLayout>
    ),
  }),
)
