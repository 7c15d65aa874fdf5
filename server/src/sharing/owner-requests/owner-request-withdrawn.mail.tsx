import { defineMail, type Place, replyTo } from '../../kernel/mail/define.ts'
import { MailQuote, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { asked, from, type OwnerRequestMail } from './mail-parts.tsx'

/** Mail to the owner and to the person who claimed it: the documents are no longer needed. */
export const ownerRequestWithdrawn = defineMail(
  'owner_request_withdrawn',
  (data: OwnerRequestMail, place: Place) => ({
    subject: `${data.requesterName} has withdrawn a request for documents`,
    ...replyTo(data.requesterName, data.requesterEmail),
    element: (
      <MailLayout
        preview="You do not need to do anything."
        title="A request was withdrawn"
        reason={`You received this because the request was sent to ${data.ownerEmail}, or because you claimed it.`}
        sender={`${data.requesterName}, through Deedbox`}
      >
        <MailText>
          {from(data)} has withdrawn the request that was sent{asked(data, place)}. You do not need to do
          anything. Documents that are already shared stay shared until their access ends or is revoked.
        </MailText>
        <MailQuote>{data.message}</MailQuote>
      </MailLayout>
    ),
  }),
)
