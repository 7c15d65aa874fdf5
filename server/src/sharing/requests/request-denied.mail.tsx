import { defineMail, type Place, replyTo } from '../../kernel/mail/define.ts'
import { MailButton, MailQuote, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { ownRequest, requesterReason, what } from './mail-parts.tsx'

export type DeniedMail = {
  documentName: string
  extension: boolean
  reviewerName: string
  /** Missing in mails that were promised by an earlier version, as the id of the request is. */
  reviewerEmail?: string
  requestId?: string
  notes: string
}

/** Mail to the requester, in the words that they typed. */
export const requestDenied = defineMail('request_denied', (data: DeniedMail, { publicUrl }: Place) => {
  return {
    subject: `Denied: ${what(data.extension)} “${data.documentName}”`,
    ...replyTo(data.reviewerName, data.reviewerEmail),
    element: (
      <MailLayout
        preview="Your request was denied."
        title="Your request was denied"
        reason={requesterReason}
        sender={`${data.reviewerName}, through Deedbox`}
      >
        <MailText>
          {data.reviewerName} denied your request for {what(data.extension)} “{data.documentName}”.
        </MailText>
        {data.notes && <MailQuote>{data.notes}</MailQuote>}
        <MailButton href={publicUrl + ownRequest(data.requestId)}>See your request</MailButton>
      </MailLayout>
    ),
  }
})
