import { defineMail, type Place, replyTo } from '../../kernel/mail/define.ts'
import { timeIn } from '../../platform/instants.ts'
import { MailButton, MailFacts, MailQuote, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import type { Sharing } from './mail-parts.tsx'

/** The data of the mail about a shared document. */
export type SharedMail = Sharing & { documentId: string; title: string }

/** Mail to a person a document was shared with; if they were invited, the link leads to sign-up. */
export const documentShared = defineMail(
  'document_shared',
  (data: SharedMail, { publicUrl, timeZone }: Place) => {
    const subject = `${data.senderName} shared “${data.title}” with you`
    const sender = `${data.senderName} (${data.senderEmail})`
    const link = data.invitation
      ? `${publicUrl}/signup?invitation=${data.invitation}`
      : `${publicUrl}/documents/shared/${data.documentId}`
    return {
      subject,
      ...replyTo(data.senderName, data.senderEmail),
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
              ['Until', timeIn(data.ends, timeZone)],
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
  },
)
