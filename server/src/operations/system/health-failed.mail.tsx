import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { timeIn } from '../../platform/instants.ts'
import { MailButton, MailFacts, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { reason } from './mail-parts.tsx'
import type { HealthMail } from './record.ts'

/** Mail to every administrator, once, when a part of Deedbox has not worked for 15 minutes. */
export const healthFailed = defineMail(
  'health_failed',
  ({ check, message, since }: HealthMail, { publicUrl, timeZone }: Place) => {
    return {
      subject: `Deedbox needs help: ${check} does not work`,
      element: (
        <MailLayout preview={message} title={`${check} does not work`} reason={reason}>
          <MailText>{message}</MailText>
          <MailFacts rows={[['Since', timeIn(since, timeZone, 'medium')]]} />
          <MailText>You will get another email when it works again.</MailText>
          <MailButton href={`${publicUrl}/admin/health`}>See the health of Deedbox</MailButton>
        </MailLayout>
      ),
    }
  },
)
