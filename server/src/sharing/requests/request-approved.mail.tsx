import { defineMail, type Place, replyTo } from '../../kernel/mail/define.ts'
import { timeIn } from '../../platform/instants.ts'
import { MailButton, MailFacts, MailQuote, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { does, requesterReason, what } from './mail-parts.tsx'

export type ApprovedMail = {
  documentId: string
  title: string
  extension: boolean
  level: 'view' | 'download'
  ends: string
  reviewerName: string
  /** Missing in mails that were promised by an earlier version. */
  reviewerEmail?: string
  notes: string
}

/** Mail to the requester, with a link to the document. */
export const requestApproved = defineMail(
  'request_approved',
  (data: ApprovedMail, { publicUrl, timeZone }: Place) => {
    return {
      subject: `Approved: ${what(data.extension)} “${data.title}”`,
      ...replyTo(data.reviewerName, data.reviewerEmail),
      element: (
        <MailLayout
          preview={`You can ${data.level === 'view' ? 'read' : 'read and download'} it in Deedbox.`}
          title="Your request was approved"
          reason={requesterReason}
          sender={`${data.reviewerName}, through Deedbox`}
        >
          <MailText>
            {data.reviewerName} approved your request for {what(data.extension)} a document.
          </MailText>
          {data.notes && <MailQuote>{data.notes}</MailQuote>}
          <MailFacts
            rows={[
              ['Document', data.title],
              ['You can', does(data.level)],
              ['Until', timeIn(data.ends, timeZone)],
            ]}
          />
          <MailButton href={`${publicUrl}/documents/shared/${data.documentId}`}>Open the document</MailButton>
        </MailLayout>
      ),
    }
  },
)
