import type { Place } from '../mail/mail.ts'
import { MailButton, MailFacts, MailText } from '../platform/mailer/blocks.tsx'
import { MailLayout } from '../platform/mailer/layout.tsx'
import type { HealthMail } from './record.ts'

const reason = 'You are receiving this because you are an administrator.'

const timeIn = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(instant),
  )

/** To every administrator, once, when a part of Deedbox has not worked for 15 minutes. */
export function healthFailed({ check, message, since }: HealthMail, { publicUrl, timeZone }: Place) {
  return {
    subject: `Deedbox needs help: ${check} does not work`,
    element: (
      <MailLayout preview={message} title={`${check} does not work`} reason={reason}>
        <MailText>{message}</MailText>
        <MailFacts rows={[['Since', timeIn(since, timeZone)]]} />
        <MailText>You will get another email when it works again.</MailText>
        <MailButton href={`${publicUrl}/admin/health`}>See the health of Deedbox</MailButton>
      </MailLayout>
    ),
  }
}

/** To every administrator, once, when it works again. */
export function healthRecovered({ check, since, until }: HealthMail, { publicUrl, timeZone }: Place) {
  return {
    subject: `${check} works again`,
    element: (
      <MailLayout preview={`${check} works again.`} title={`${check} works again`} reason={reason}>
        <MailText>Nothing needs to be done.</MailText>
        <MailFacts
          rows={[
            ['Did not work since', timeIn(since, timeZone)],
            ['Works again since', timeIn(until, timeZone)],
          ]}
        />
        <MailButton href={`${publicUrl}/admin/health`}>See the health of Deedbox</MailButton>
      </MailLayout>
    ),
  }
}
