import type { MailData, Place } from '../mail/mail.ts'
import { MailButton, MailFacts, MailQuote, MailText } from '../platform/mailer/blocks.tsx'
import { MailLayout } from '../platform/mailer/layout.tsx'

type OwnerRequestMail = {
  requestId: string
  requesterName: string
  requesterEmail: string
  ownerName: string | null
  message: string
}

/** To the owner of documents, who may have no account: a link to the request, and no content of any document. */
export function ownerRequest(data: OwnerRequestMail, { publicUrl }: Place) {
  const requester = `${data.requesterName} (${data.requesterEmail})`
  return {
    subject: `${data.requesterName} asks you for documents`,
    element: (
      <MailLayout
        preview={`${data.requesterName} asks you to share documents with them in Deedbox.`}
        title="You are asked for documents"
        reason={`You received this because ${data.requesterEmail} entered this address as that of a document owner.`}
        sender={`${data.requesterName}, through Deedbox`}
      >
        {data.ownerName && <MailText>Dear {data.ownerName},</MailText>}
        <MailText>
          {requester} asks you to share documents with them in Deedbox, where trust deeds, wills and other
          legal documents are stored encrypted. They wrote:
        </MailText>
        <MailQuote>{data.message}</MailQuote>
        <MailText>
          Open the request to see it and to answer it. If you have no account yet, you can create a trustee
          account there with this e-mail address.
        </MailText>
        <MailButton href={`${publicUrl}/owner-request/${data.requestId}`}>Open the request</MailButton>
        <MailText>If you do not know this person, you need not do anything.</MailText>
      </MailLayout>
    ),
  }
}

type Answered = { claimerName: string; claimerEmail: string; ownerEmail: string }

/** To the requester: somebody has taken their request on. */
export const ownerRequestClaimed = (data: Answered, place: Place) =>
  told(data, place, {
    subject: `${data.claimerName} is working on your request`,
    title: 'Your request was taken on',
    text: `${data.claimerName} (${data.claimerEmail}) has taken on your request to ${data.ownerEmail}. You will hear again when documents are shared with you.`,
  })

/** To the requester: their request is done. */
export const ownerRequestFulfilled = (data: Answered, place: Place) =>
  told(data, place, {
    subject: 'Your request was fulfilled',
    title: 'Your request was fulfilled',
    text: `${data.claimerName} (${data.claimerEmail}) has marked your request to ${data.ownerEmail} as fulfilled.`,
  })

const told = (
  { claimerName, ownerEmail }: Answered,
  { publicUrl }: Place,
  { subject, title, text }: { subject: string; title: string; text: string },
) => ({
  subject,
  element: (
    <MailLayout
      preview={subject}
      title={title}
      reason={`You received this because you sent a request to ${ownerEmail}.`}
      sender={`${claimerName}, through Deedbox`}
    >
      <MailText>{text}</MailText>
      <MailButton href={`${publicUrl}/requestor/documents?tab=my-requests`}>See your requests</MailButton>
    </MailLayout>
  ),
})

/** What the mail about documents shared for a request says. */
export type OwnerRequestSharedMail = MailData & {
  /** Where it is one document. */
  documentId: string | null
  /** One a line. */
  titles: string
  senderName: string
  senderEmail: string
  ownerEmail: string
  level: 'view' | 'download'
  /** ISO 8601. */
  ends: string
}

/** To the requester: what was shared for their request, in one mail. */
export function ownerRequestShared(data: OwnerRequestSharedMail, { publicUrl, timeZone }: Place) {
  const count = data.titles.split('\n').length
  const what = count === 1 ? 'a document' : `${count} documents`
  const ends = new Intl.DateTimeFormat('en-AU', { timeZone, dateStyle: 'long', timeStyle: 'short' })
  return {
    subject: `${data.senderName} shared ${what} with you`,
    element: (
      <MailLayout
        preview={`In answer to your request to ${data.ownerEmail}.`}
        title={count === 1 ? 'A document was shared with you' : 'Documents were shared with you'}
        reason={`You received this because you sent a request to ${data.ownerEmail}.`}
        sender={`${data.senderName}, through Deedbox`}
      >
        <MailText>
          {data.senderName} ({data.senderEmail}) shared {what} with you in answer to your request to{' '}
          {data.ownerEmail}:
        </MailText>
        <MailQuote>{data.titles}</MailQuote>
        <MailFacts
          rows={[
            ['You can', data.level === 'view' ? 'read' : 'read and download'],
            ['Until', ends.format(new Date(data.ends))],
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
}
