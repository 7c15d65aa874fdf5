import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { MailButton, MailFacts, MailQuote, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

type Received = {
  name: string
  email: string
  phone: string
  subject: string
  message: string
  /** The email of the account that was signed in; blank: none. */
  account: string
}

/** Mail to the support address: what somebody sent with the contact form. An answer goes to that person. */
export const enquiry = defineMail('enquiry', (data: Received, { publicUrl }: Place) => {
  const { name, email, phone, subject, message, account } = data
  const facts = [
    ['Name', name],
    ['Email', email],
    ['Phone', phone],
    ['Subject', subject],
    ['Signed in as', account],
  ] as const
  return {
    subject: `Enquiry from ${name}${subject && `: ${subject}`}`,
    ...(email && { replyTo: { name, address: email } }),
    element: (
      <MailLayout
        preview={subject || message.slice(0, 100)}
        title="New enquiry"
        reason="You are receiving this because this is the support address of this deployment."
      >
        <MailText>{name} wrote to you with the contact form.</MailText>
        <MailFacts rows={facts.filter(([, value]) => value)} />
        <MailQuote>{message}</MailQuote>
        <MailText>
          {email
            ? 'Your reply to this email goes to that person. '
            : 'This person left no email address, so please call them. '}
          They were promised an answer within 24 hours.
        </MailText>
        <MailButton href={`${publicUrl}/admin/enquiries`}>See all enquiries</MailButton>
      </MailLayout>
    ),
  }
})
