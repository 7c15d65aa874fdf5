import type { MailData, Place } from '../mail/mail.ts'
import { MailButton, MailFacts, MailQuote, MailText } from '../platform/mailer/blocks.tsx'
import { MailLayout } from '../platform/mailer/layout.tsx'

/** What the mail to those who decide says about a request. Blank: not given. Times in ISO 8601. */
export type AskedMail = MailData & {
  title: string
  extension: boolean
  requesterName: string
  requesterEmail: string
  clientName: string
  clientEmail: string
  justification: string
  level: 'view' | 'download' | null
  until: string | null
  askedAt: string
}
export type ApprovedMail = MailData & {
  documentId: string
  title: string
  extension: boolean
  level: 'view' | 'download'
  ends: string
  reviewerName: string
  notes: string
}
export type DeniedMail = MailData & {
  documentName: string
  extension: boolean
  reviewerName: string
  notes: string
}
export type LapsedMail = MailData & { documentName: string; extension: boolean; askedAt: string }
export type BrowsingMail = MailData & {
  requesterName: string
  requesterEmail: string
  justification: string
}

const time = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-AU', { timeZone, dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(instant),
  )
const does = (level: 'view' | 'download') => (level === 'view' ? 'read it' : 'read and download it')
const what = (extension: boolean) => (extension ? 'more time for' : 'access to')

const reviewReason = 'You received this because you can decide requests for access in Deedbox.'
const requesterReason = 'You received this because you made this request in Deedbox.'

function AskedFacts({ data, timeZone }: { data: AskedMail; timeZone: string }) {
  const client = [data.clientName, data.clientEmail].filter(Boolean).join(', ')
  return (
    <>
      <MailFacts
        rows={[
          ['Document', data.title],
          ['Asked by', `${data.requesterName} (${data.requesterEmail})`],
          ...(client ? [['Client', client] as const] : []),
          ...(data.level ? [['Access', does(data.level)] as const] : []),
          ...(data.until ? [['Until', time(data.until, timeZone)] as const] : []),
          ['Asked on', time(data.askedAt, timeZone)],
        ]}
      />
      {data.justification && <MailQuote>{data.justification}</MailQuote>}
    </>
  )
}

/** To those who may decide a new request. */
export function accessRequested(data: AskedMail, { publicUrl, timeZone }: Place) {
  const asks = `asks for ${what(data.extension)}`
  return {
    subject: `${data.requesterName} ${asks} “${data.title}”`,
    element: (
      <MailLayout
        preview="Approve or deny the request in Deedbox."
        title={data.extension ? 'A request for more time' : 'A request for access'}
        reason={reviewReason}
        sender={`${data.requesterName}, through Deedbox`}
      >
        <MailText>
          {data.requesterName} {asks} a document.
        </MailText>
        <AskedFacts data={data} timeZone={timeZone} />
        <MailButton href={`${publicUrl}/trustee/requests`}>Review the request</MailButton>
      </MailLayout>
    ),
  }
}

/** To the same people, when a request has been pending for two days or more. */
export function requestReminder(data: AskedMail, { publicUrl, timeZone }: Place) {
  return {
    subject: `Reminder: ${data.requesterName} is waiting for ${what(data.extension)} “${data.title}”`,
    element: (
      <MailLayout
        preview="Nobody has decided this request yet."
        title="A request is waiting"
        reason={reviewReason}
        sender={`${data.requesterName}, through Deedbox`}
      >
        <MailText>Nobody has decided this request yet. Please approve or deny it.</MailText>
        <AskedFacts data={data} timeZone={timeZone} />
        <MailButton href={`${publicUrl}/trustee/requests`}>Review the request</MailButton>
      </MailLayout>
    ),
  }
}

/** To the requester, with a link to the document. */
export function requestApproved(data: ApprovedMail, { publicUrl, timeZone }: Place) {
  return {
    subject: `Approved: ${what(data.extension)} “${data.title}”`,
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
            ['Until', time(data.ends, timeZone)],
          ]}
        />
        <MailButton href={`${publicUrl}/documents/shared/${data.documentId}`}>Open the document</MailButton>
      </MailLayout>
    ),
  }
}

/** To the requester, in the words that they typed. */
export function requestDenied(data: DeniedMail, { publicUrl }: Place) {
  return {
    subject: `Denied: ${what(data.extension)} “${data.documentName}”`,
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
        <MailButton href={`${publicUrl}/requestor/documents?tab=my-requests`}>See your requests</MailButton>
      </MailLayout>
    ),
  }
}

/** To the requester, when nobody decided within 30 days. */
export function requestLapsed(data: LapsedMail, { publicUrl, timeZone }: Place) {
  return {
    subject: `Lapsed: your request for ${what(data.extension)} “${data.documentName}”`,
    element: (
      <MailLayout
        preview="Nobody decided it within 30 days."
        title="Your request has lapsed"
        reason={requesterReason}
      >
        <MailText>
          You asked for {what(data.extension)} “{data.documentName}” on {time(data.askedAt, timeZone)}. Nobody
          decided the request within 30 days, so it has lapsed. You can ask again.
        </MailText>
        <MailButton href={`${publicUrl}/requestor/documents?tab=request-access`}>Ask again</MailButton>
      </MailLayout>
    ),
  }
}

/** To the trustees: somebody asks for access to documents. */
export function browsingRequested(data: BrowsingMail, { publicUrl }: Place) {
  return {
    subject: `${data.requesterName} asks to see documents`,
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
}

/** The same as a text message to the practice. */
export const browsingRequestedSms = (data: BrowsingMail, { publicUrl }: Place) => ({
  sms: [
    `Deedbox: ${data.requesterName} (${data.requesterEmail}) asks for access to documents.`,
    ...(data.justification ? [`“${data.justification.slice(0, 800)}”`] : []),
    `${publicUrl}/documents`,
  ].join('\n'),
})
