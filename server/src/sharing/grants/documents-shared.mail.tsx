import { counted, countText } from '@deedbox/contract/counts.ts'
import { defineMail, type Place, replyTo } from '../../kernel/mail/define.ts'
import { timeIn } from '../../platform/instants.ts'
import { MailButton, MailFacts, MailQuote, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import type { Sharing } from './mail-parts.tsx'

/** The data of the mail about several documents that were shared at once. */
export type SeveralSharedMail = Sharing & {
  /** The first of them. */
  documents: { title: string }[]
  count: number
  /** State: documents that come later are shared too. */
  later?: true
}

/** Mail to a person several documents were shared with at once: one mail that lists them. */
export const documentsShared = defineMail(
  'documents_shared',
  (data: SeveralSharedMail, { publicUrl, timeZone }: Place) => {
    const what = counted(data.count, 'document')
    const others = data.count - data.documents.length
    return {
      subject: `${data.senderName} shared ${what} with you`,
      ...replyTo(data.senderName, data.senderEmail),
      element: (
        <MailLayout
          preview={`You can ${data.level === 'view' ? 'read' : 'read and download'} them in Deedbox.`}
          title={`${what} ${data.count === 1 ? 'was' : 'were'} shared with you`}
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
              ...(others > 0 ? [['And', `${countText(others)} more`] as const] : []),
              ['You can', data.level === 'view' ? 'read them' : 'read and download them'],
              ['Until', timeIn(data.ends, timeZone)],
              ...(data.later
                ? [['Later', 'Documents that belong to these are shared with you until then too.'] as const]
                : []),
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
  },
)
