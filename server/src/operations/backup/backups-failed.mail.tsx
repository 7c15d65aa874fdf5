import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { timeIn } from '../../platform/instants.ts'
import { MailButton, MailFacts, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { reason } from './mail-parts.tsx'
import type { BackupMail } from './schedule/tell.ts'

/** Mail to every administrator, once, when two backups in a row have failed. */
export const backupsFailed = defineMail(
  'backups_failed',
  ({ place, problem, lastGoodAt }: BackupMail, { publicUrl, timeZone }: Place) => {
    return {
      subject: 'Deedbox needs help: backups fail',
      element: (
        <MailLayout preview={problem} title="Two backups in a row have failed" reason={reason}>
          <MailText>{problem}</MailText>
          <MailFacts
            rows={[
              ['Place', place],
              ['Last good backup', lastGoodAt ? timeIn(lastGoodAt, timeZone, 'medium') : 'None was made yet'],
            ]}
          />
          <MailText>Deedbox tries again at the next time. You will get another email when it works.</MailText>
          <MailButton href={`${publicUrl}/admin/system`}>See the backups</MailButton>
        </MailLayout>
      ),
    }
  },
)
