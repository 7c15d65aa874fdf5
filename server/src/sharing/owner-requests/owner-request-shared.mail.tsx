import { defineMail, type Place, replyTo } from '../../kernel/mail/define.ts'
import { timeIn } from '../../platform/instants.ts'
import { MailButton, MailFacts, MailQuote, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

/** Facts that the mail about documents shared for a request states. */
export type OwnerRequestSharedMail = {
  /** Id, where it is one document. */
  documentId: string | null
  /** Titles, one a line. */
  titles: string
  senderName: string
  senderEmail: string
  ownerEmail: string
  level: 'view' | 'download'
  /** ISO 8601. */
  ends: string
}

/** Mail to the requester: what was shared for their request, in one email. */
export const ownerRequestShared = defineMail(
  'owner_request_shared',
  (data: OwnerRequestSharedMail, { publicUrl, timeZone }: Place) => {
    const count = data.titles.split('\n').length
    const what = count === 1 ? 'a document' : `${count} documents`
    return {
      subject: `${data.senderName} shared ${what} with you`,
      ...replyTo(data.senderName, data.senderEmail),
      element: (
        <MailLayout
          preview={`They answer your request to ${data.ownerEmail}.`}
          title={count === 1 ? 'A document was shared with you' : 'Documents were shared with you'}
          reason={`You received this because you sent a request to ${data.ownerEmail}.`}
          sender={`${data.senderName}, through Deedbox`}
        >
          <MailText>
            {data.senderName} ({data.senderEmail}) shared {what} with you, to answer your request to{' '}
            {data.ownerEmail}:
          </MailText>
          <MailQuote>{data.titles}</MailQuote>
          <MailFacts
            rows={[
              ['You can', data.level === 'view' ? 'read' : 'read and download'],
              ['Until', timeIn(data.ends, timeZone)],
            ]}
          />
          <MailButton
            href={
              data.documentId ? `${publicUrl}/documents/shared/${data.documentId}` : `${publicUrl}/documents`
            }
          >
            {count === 1 ? 'Open the document' : 'See the documents'}
          </MailButton>
        </MailLayout>
      ),
    }
  },
)
