import { defineMail, type Place, replyTo } from '../../kernel/mail/define.ts'
import { MailButton, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

type Named = { name: string; promise: string; senderName: string; senderEmail: string; ownerName: string }

/** Mail to a nominee. Its link shows a page; accepting wants somebody who is signed in there. */
export const nomination = defineMail('nomination', (data: Named, { publicUrl }: Place) => ({
  subject: `${data.ownerName} named you as a nominee`,
  ...replyTo(data.senderName, data.senderEmail),
  element: (
    <MailLayout
      preview="You could ask for access to papers if they die or cannot act."
      title="You were named as a nominee"
      reason="You received this because somebody named you with this email address."
      sender={`${data.senderName}, through Deedbox`}
    >
      <MailText>
        Dear {data.name}, if {data.ownerName} dies or cannot act, you could ask for access to papers of theirs
        that are kept in Deedbox. Until then you see nothing of them.
      </MailText>
      <MailText>{data.promise}</MailText>
      <MailText>
        To accept or decline, sign in with this email address, or create an account with it. Nothing happens
        by opening the link.
      </MailText>
      <MailButton href={`${publicUrl}/releases`}>See what you were named for</MailButton>
    </MailLayout>
  ),
}))
