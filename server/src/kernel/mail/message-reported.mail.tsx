import { MailButton, MailFacts, MailQuote, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { defineMail, type Place } from './define.ts'

type Reported = { senderName: string; senderEmail: string; recipient: string; message: string }

/** Mail to every administrator, once for each message that its recipient reported. */
export const messageReported = defineMail('message_reported', (data: Reported, { publicUrl }: Place) => {
  return {
    subject: `A message from ${data.senderName} was reported`,
    element: (
      <MailLayout
        preview={`${data.recipient} reported a message from ${data.senderEmail}.`}
        title="A message was reported"
        reason="You are receiving this because you are an administrator."
      >
        <MailText>
          A person without an account reported a message that Deedbox sent for {data.senderName}. Deedbox no
          longer sends messages from {data.senderName} to that address.
        </MailText>
        <MailFacts
          rows={[
            ['Sender', `${data.senderName} (${data.senderEmail})`],
            ['Recipient', data.recipient],
          ]}
        />
        {data.message && <MailQuote>{data.message}</MailQuote>}
        <MailText>
          You can see all reports about this person, and deactivate them, on the Users page.
        </MailText>
        <MailButton href={`${publicUrl}/admin/users?search=${encodeURIComponent(data.senderEmail)}`}>
          See the reports
        </MailButton>
      </MailLayout>
    ),
  }
})
