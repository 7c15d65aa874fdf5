import { type Place, replyTo } from '../../kernel/mail/define.ts'
import { dayIn } from '../../platform/instants.ts'
import { MailButton, MailQuote, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

/** Facts that the mails to the owner of documents state. */
export type OwnerRequestMail = {
  requestId: string
  requesterName: string
  requesterEmail: string
  ownerEmail: string
  ownerName: string | null
  message: string
  /** ISO 8601. Mails that were promised by an earlier version have none. */
  sentAt?: string
}

export const from = ({ requesterName, requesterEmail }: OwnerRequestMail) =>
  `${requesterName} (${requesterEmail})`

export const entered = ({ requesterEmail }: OwnerRequestMail) =>
  `You received this because ${requesterEmail} entered your email address as that of a document owner.`

export const asked = ({ sentAt }: { sentAt?: string | undefined }, { timeZone }: Place) =>
  sentAt ? ` on ${dayIn(sentAt, timeZone)}` : ''

export function OwnerRequestLink({ data, place }: { data: OwnerRequestMail; place: Place }) {
  return (
    <>
      <MailText>
        Open the request to read and answer it. If you do not have an account, you can create a trustee
        account there with this email address.
      </MailText>
      <MailButton href={`${place.publicUrl}/owner-request/${data.requestId}`}>Open the request</MailButton>
      <MailText>If you do not know this person, you can ignore this email.</MailText>
    </>
  )
}

/** Facts of a request that was claimed or fulfilled. Mails that were promised by an earlier version do not name the request. */
export type Answered = {
  claimerName: string
  claimerEmail: string
  ownerEmail: string
  requestId?: string
  message?: string
  /** ISO 8601. */
  sentAt?: string
}

export const answer = (
  { claimerName, claimerEmail, ownerEmail, requestId, message, sentAt }: Answered,
  place: Place,
  { subject, title, text }: { subject: string; title: string; text: string },
) => ({
  subject,
  ...replyTo(claimerName, claimerEmail),
  element: (
    <MailLayout
      preview={subject}
      title={title}
      reason={`You received this because you sent a request to ${ownerEmail}.`}
      sender={`${claimerName}, through Deedbox`}
    >
      <MailText>{text}</MailText>
      {message && (
        <>
          <MailText>You asked{asked({ sentAt }, place)}:</MailText>
          <MailQuote>{message}</MailQuote>
        </>
      )}
      <MailButton
        href={`${place.publicUrl}/requestor/documents?tab=my-requests${requestId ? `&sent=${requestId}` : ''}`}
      >
        See your request
      </MailButton>
    </MailLayout>
  ),
})
