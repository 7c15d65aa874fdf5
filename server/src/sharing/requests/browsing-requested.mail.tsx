import { defineMail, type Place, replyTo } from '../../kernel/mail/define.ts'
import { MailButton, MailQuote, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { type BrowsingMail, reviewReason } from './mail-parts.tsx'

/** Mail to the trustees: somebody asks for access to documents. */
export const browsingRequested = defineMail(
  'browsing_requested',
  (data: BrowsingMail, { publicUrl }: Place) => {
    return {
      subject: `${data.requesterName} asks to see documents`,
      ...replyTo(data.requesterName, data.requesterEmail),
      element: (
        <MailLayout
          preview="You can share documents with them in Deedbox."
          title="A request to see documents"
          reason={reviewReason}
          sender={`${data.requesterName}, through Deedbox`}
        >
          <MailText>
            {data.requesterName} ({data.requesterEmail}) asks for access to documents. They cannot search for
            documents themselves. If they should see some, share those with their email address.
          </MailText>
          {data.justification && <MailQuote>{data.justification}</MailQuote>}
          <MailButton href={`${publicUrl}/documents`}>Choose documents to share</MailButton>
        </MailLayout>
      ),
    }
  },
)
