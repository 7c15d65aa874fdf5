import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { timeIn } from '../../platform/instants.ts'
import { MailButton, MailFacts, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { reason } from './mail-parts.tsx'
import type { HealthMail } from './record.ts'

/** Mail to every administrator, once, when it works again. */
export const healthRecovered = defineMail(
  'health_recovered',
  ({ check, since, until }: HealthMail, { publicUrl, timeZone }: Place) => {
    return {
      subject: `${check} works again`,
      element: (
        <MailLayout preview={`${check} works again.`} title={`${check} works again`} reason={reason}>
          <MailText>Nothing needs to be done.</MailText>
          <MailFacts
            rows={[
              ['Did not work since', timeIn(since, timeZone, 'medium')],
              ['Works again since', timeIn(until, timeZone, 'medium')],
            ]}
          />
          <MailButton href={`${publicUrl}/admin/health`}>See the health of Deedbox</MailButton>
        </MailLayout>
      ),
    }
  },
)
