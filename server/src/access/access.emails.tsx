import type { MailData, Place } from '../mail/mail.ts'
import { MailButton, MailFacts, MailQuote, MailText } from '../platform/mailer/blocks.tsx'
import { MailLayout } from '../platform/mailer/layout.tsx'

type Sharing = MailData & {
  senderName: string
  senderEmail: string
  /** Blank if the sender wrote nothing. */
  message: string
  level: 'view' | 'download'
  /** ISO 8601. */
  ends: string
  /** For a person without an account: the id of their invitation. */
  invitation: string | null
}
/** The data of the mail about a shared document. */
export type SharedMail = Sharing & { documentId: string; title: string }

/** To a person a document was shared with; if they were invited, the link leads to sign-up. */
export function documentShared(data: SharedMail, { publicUrl, timeZone }: Place) {
  const subject = `${data.senderName} shared “${data.title}” with you`
  const sender = `${data.senderName} (${data.senderEmail})`
  const ends = new Intl.DateTimeFormat('en-AU', { timeZone, dateStyle: 'long', timeStyle: 'short' })
  const link = data.invitation
    ? `${publicUrl}/signup?invitation=${data.invitation}`
    : `${publicUrl}/documents/shared/${data.documentId}`
  return {
    subject,
    element: (
      <MailLayout
        preview={`You can ${data.level === 'view' ? 'read' : 'read and download'} it in Deedbox.`}
        title="A document was shared with you"
        reason={`You received this because ${data.senderEmail} shared a document with this address.`}
        sender={`${data.senderName}, through Deedbox`}
      >
        <MailText>{sender} shared a document with you in Deedbox, where it is stored encrypted.</MailText>
        {data.message && <MailQuote>{data.message}</MailQuote>}
        <MailFacts
          rows={[
            ['Document', data.title],
            ['You can', data.level === 'view' ? 'read it' : 'read and download it'],
            ['Until', ends.format(new Date(data.ends))],
          ]}
        />
        {data.invitation && (
          <MailText>
            You do not have an account yet. Create one with this email address to open the document.
          </MailText>
        )}
        <MailButton href={link}>{data.invitation ? 'Create your account' : 'Open the document'}</MailButton>
      </MailLayout>
    ),
  }
}

/** The data of the mail about several documents that were shared at once. */
export type SeveralSharedMail = Sharing & {
  /** The first of them. */
  documents: { title: string }[]
  count: number
}

/** To a person several documents were shared with at once: one mail that lists them. */
export function documentsShared(data: SeveralSharedMail, { publicUrl, timeZone }: Place) {
  const what = `${data.count.toLocaleString('en-AU')} documents`
  const ends = new Intl.DateTimeFormat('en-AU', { timeZone, dateStyle: 'long', timeStyle: 'short' })
  const others = data.count - data.documents.length
  return {
    subject: `${data.senderName} shared ${what} with you`,
    element: (
      <MailLayout
        preview={`You can ${data.level === 'view' ? 'read' : 'read and download'} them in Deedbox.`}
        title={`${what} were shared with you`}
        reason={`You received this because ${data.senderEmail} shared documents with this address.`}
        sender={`${data.senderName}, through Deedbox`}
      >
        <MailText>
          {data.senderName} ({data.senderEmail}) shared {what} with you in Deedbox, where they are stored
          encrypted.
        </MailText>
        {data.message && <MailQuote>{data.message}</MailQuote>}
        <MailFacts
          rows={[
            ...data.documents.map(({ title }) => ['Document', title] as const),
            ...(others > 0 ? [['And', `${others.toLocaleString('en-AU')} more`] as const] : []),
            ['You can', data.level === 'view' ? 'read them' : 'read and download them'],
            ['Until', ends.format(new Date(data.ends))],
          ]}
        />
        {data.invitation && (
          <MailText>
            You do not have an account yet. Create one with this email address to open the documents.
          </MailText>
        )}
        <MailButton
          href={
            data.invitation ? `${publicUrl}/signup?invitation=${data.invitation}` : `${publicUrl}/documents`
          }
        >
          {data.invitation ? 'Create your account' : 'See the documents'}
        </MailButton>
      </MailLayout>
    ),
  }
}
