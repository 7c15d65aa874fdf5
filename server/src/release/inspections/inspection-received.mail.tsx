import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { MailButton, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

type Received = { token: string }

/** Mail to the email with which somebody asked to inspect a will: the way to bring evidence. It names nobody, as the email may be another's. */
export const inspectionReceived = defineMail(
  'inspection_received',
  (data: Received, { publicUrl, supportEmail }: Place) => ({
    subject: 'Your request to inspect a will',
    element: (
      <MailLayout
        preview="You can bring evidence for it."
        title="Your request to inspect a will"
        reason="You received this because somebody asked to inspect a will with this email address."
      >
        <MailText>
          Somebody will read your request. You can bring evidence for it, such as a certificate of death and
          proof of who you are. This says nothing of what is kept for anybody.
        </MailText>
        <MailButton href={`${publicUrl}/inspect/evidence/${data.token}`}>Bring evidence</MailButton>
        <MailText>
          Nothing happens by opening the link. If you did not ask, you need not do anything; you can write to
          us at {supportEmail}.
        </MailText>
      </MailLayout>
    ),
  }),
)
