import { defineMail, type Place, replyTo } from '../../kernel/mail/define.ts'
import { MailButton, MailQuote, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

type Withdrawn = {
  documentId: string
  title: string
  reason: string
  senderName: string
  senderEmail: string
}

/** Mail to everybody who has access to a copy that was withdrawn. */
export const copyWithdrawn = defineMail('copy_withdrawn', (data: Withdrawn, { publicUrl }: Place) => ({
  subject: `“${data.title}” was withdrawn`,
  ...replyTo(data.senderName, data.senderEmail),
  element: (
    <MailLayout
      preview="Please do not rely on this copy any more."
      title="A copy was withdrawn"
      reason="You received this because you have access to this copy."
      sender={`${data.senderName}, through Deedbox`}
    >
      <MailText>
        {data.senderName} ({data.senderEmail}) has withdrawn “{data.title}”. Please do not rely on it any
        more, also not where it was printed or sent on: whoever checks its code is told that it was withdrawn.
      </MailText>
      <MailQuote>{data.reason}</MailQuote>
      <MailButton href={`${publicUrl}/documents/shared/${data.documentId}`}>See the copy</MailButton>
    </MailLayout>
  ),
}))
