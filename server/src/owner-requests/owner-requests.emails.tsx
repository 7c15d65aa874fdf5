import type { MailData, Place } from '../mail/mail.ts'
import { MailButton, MailFacts, MailQuote, MailText } from '../platform/mailer/blocks.tsx'
import { MailLayout } from '../platform/mailer/layout.tsx'

/** What the mails to the owner of documents say. */
type OwnerRequestMail = {
  requestId: string
  requesterName: string
  requesterEmail: string
  ownerEmail: string
  ownerName: string | null
  message: string
  /** ISO 8601. Mails that were promised by an earlier version have none. */
  sentAt?: string
}

const from = ({ requesterName, requesterEmail }: OwnerRequestMail) => `${requesterName} (${requesterEmail})`
const entered = ({ requesterEmail }: OwnerRequestMail) =>
  `You received this because ${requesterEmail} entered your email address as that of a document owner.`
const asked = ({ sentAt }: OwnerRequestMail, { timeZone }: Place) =>
  sentAt
    ? ` on ${new Intl.DateTimeFormat('en-AU', { timeZone, dateStyle: 'long' }).format(new Date(sentAt))}`
    : ''

function OwnerRequestLink({ data, place }: { data: OwnerRequestMail; place: Place }) {
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

/** To the owner of documents, who may have no account: a link to the request, and no content of any document. */
export const ownerRequest = (data: OwnerRequestMail, place: Place) => ({
  subject: `${data.requesterName} asks you for documents`,
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
})

/** To the owner, when nobody has claimed the request for two days or more. */
export const ownerRequestReminder = (data: OwnerRequestMail, place: Place) => ({
  subject: `Reminder: ${data.requesterName} asks you for documents`,
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
})

/** To the owner and to the person who claimed it: the documents are no longer needed. */
export const ownerRequestWithdrawn = (data: OwnerRequestMail, place: Place) => ({
  subject: `${data.requesterName} has withdrawn a request for documents`,
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
})

type Answered = { claimerName: string; claimerEmail: string; ownerEmail: string }

/** To the requester: somebody has claimed their request. */
export const ownerRequestClaimed = (data: Answered, place: Place) =>
  answer(data, place, {
    subject: `${data.claimerName} is working on your request`,
    title: 'Your request was claimed',
    text: `${data.claimerName} (${data.claimerEmail}) has claimed your request to ${data.ownerEmail}. You will get another email when documents are shared with you.`,
  })

/** To the requester: their request is fulfilled. */
export const ownerRequestFulfilled = (data: Answered, place: Place) =>
  answer(data, place, {
    subject: 'Your request was fulfilled',
    title: 'Your request was fulfilled',
    text: `${data.claimerName} (${data.claimerEmail}) has marked your request to ${data.ownerEmail} as fulfilled.`,
  })

const answer = (
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

/** To the requester: what was shared for their request, in one email. */
export function ownerRequestShared(data: OwnerRequestSharedMail, { publicUrl, timeZone }: Place) {
  const count = data.titles.split('\n').length
  const what = count === 1 ? 'a document' : `${count} documents`
  const ends = new Intl.DateTimeFormat('en-AU', { timeZone, dateStyle: 'long', timeStyle: 'short' })
  return {
    subject: `${data.senderName} shared ${what} with you`,
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
