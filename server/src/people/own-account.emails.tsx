import type { Place } from '../mail/mail.ts'
import { MailButton, MailCode, MailText } from '../platform/mailer/blocks.tsx'
import { MailLayout } from '../platform/mailer/layout.tsx'

const greeting = (firstName: string) => (firstName ? `Hello ${firstName},` : 'Hello,')

type HandedOver = { firstName: string; from: string; by: string | null; documents: number }

/** To the trustee who now owns another person's documents. `by`: the administrator who handed them over. */
export function documentsHandedOver({ firstName, from, by, documents }: HandedOver, place: Place) {
  const count = documents === 1 ? '1 document' : `${documents} documents`
  return {
    subject: `${count} of ${from} handed over to you`,
    element: (
      <MailLayout
        preview={`You now own ${count} that belonged to ${from}.`}
        title="Documents were handed over to you"
        reason="You are receiving this because you are a trustee and now own these documents."
      >
        <MailText>{greeting(firstName)}</MailText>
        <MailText>
          {by ?? from} has handed over {count} of {by ? from : 'theirs'} to you. You now own{' '}
          {documents === 1 ? 'it' : 'them'}: requests for access and reminders come to you. Access that other
          people have stays as it is.
        </MailText>
        <MailButton href={`${place.publicUrl}/documents`}>See your documents</MailButton>
      </MailLayout>
    ),
  }
}

/** To both addresses of a change of email. `to`: the new address; null in the mail to that address. Sent at once and never stored. */
export function emailChangeCode({
  code,
  firstName,
  to,
}: {
  code: string
  firstName: string
  to: string | null
}) {
  return {
    subject: `${code} is your Deedbox code to change your email`,
    element: (
      <MailLayout
        preview="It is valid for 10 minutes."
        title={to ? 'Change your email' : 'Confirm your new email'}
        reason={
          to
            ? 'You are receiving this because this is the email of your Deedbox account.'
            : 'You are receiving this because someone wants to use this email address for their Deedbox account. If it was not you, you can ignore this email.'
        }
      >
        <MailText>{greeting(firstName)}</MailText>
        <MailText>
          {to
            ? `Enter this code to change the email of your account to ${to}. It is valid for 10 minutes. If you did not ask for this, do not give the code to anyone, and change your password.`
            : 'Enter this code to use this address for your Deedbox account. It is valid for 10 minutes.'}
        </MailText>
        <MailCode>{code}</MailCode>
      </MailLayout>
    ),
  }
}

/** To the former address, after the email was changed. */
export function emailChanged({ firstName, to }: { firstName: string; to: string }, place: Place) {
  return {
    subject: 'The email of your Deedbox account was changed',
    element: (
      <MailLayout
        preview={`It is now ${to}.`}
        title="Your email was changed"
        reason="You are receiving this because this was the email of your Deedbox account."
      >
        <MailText>{greeting(firstName)}</MailText>
        <MailText>
          The email of your Deedbox account is now {to}. Your documents, your access and your requests have
          moved with it. Deedbox sends nothing more to this address.
        </MailText>
        <MailText>
          If this was not you, please write to {place.supportEmail} now, and an administrator will help you.
        </MailText>
      </MailLayout>
    ),
  }
}

/** To a person who closed their account. */
export function accountClosed({ firstName }: { firstName: string }, place: Place) {
  return {
    subject: 'Your Deedbox account is closed',
    element: (
      <MailLayout
        preview="You are signed out everywhere."
        title="Your account is closed"
        reason="You are receiving this because you closed your Deedbox account."
      >
        <MailText>{greeting(firstName)}</MailText>
        <MailText>
          Your account is closed. You are signed out everywhere, your access to other people’s documents has
          ended, and your open requests and invitations are withdrawn. The record of what happened before is
          kept.
        </MailText>
        <MailText>
          Nobody can sign in or sign up with this email any more. If this was not you, please write to{' '}
          {place.supportEmail}.
        </MailText>
      </MailLayout>
    ),
  }
}
