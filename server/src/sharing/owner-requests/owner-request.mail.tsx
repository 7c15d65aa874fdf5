import { defineMail, type Place, replyTo } from '../../kernel/mail/define.ts'
import { MailQuote, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { entered, from, OwnerRequestLink, type OwnerRequestMail } from './mail-parts.tsx'

/** Mail to the owner of documents, who may have no account: a link to the request, and no content of any document. */
export const ownerRequest = defineMail('owner_request', (data: OwnerRequestMail, place: Place) => ({
  subject: `${data.requesterName} asks you for documents`,
  ...replyTo(data.requesterName, data.requesterEmail),
  element: (
    <MailLayout
      preview={`${data.requesterName} asks you to share documents in Deedbox.`}
      title="Somebody asks you for documents"
      reason={entered(data)}
      sender={`${data.requesterName}, through Deedbox`}
    >
      {data.ownerName && <MailText>Dear {data.ownerName},</MailText>}
      <MailText>
        {from(data)} asks you to share documents with them in Deedbox, which keeps trust deeds, wills and
        other legal documents encrypted. They wrote:
      </MailText>
      <MailQuote>{data.message}</MailQuote>
      <OwnerRequestLink data={data} place={place} />
    </MailLayout>
  ),
}))
