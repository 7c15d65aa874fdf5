import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { MailButton, MailFacts, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { reason } from './mail-parts.tsx'
import type { BackupMail } from './schedule/tell.ts'

/** Mail to every administrator, once, when it works again. */
export const backupsRecovered = defineMail(
  'backups_recovered',
  ({ place }: BackupMail, { publicUrl }: Place) => {
    return {
      subject: 'Backups work again',
      element: (
        <MailLayout preview="A backup was made." title="Backups work again" reason={reason}>
          <MailText>A backup was made. Nothing needs to be done.</MailText>
          <MailFacts rows={[['Place', place]]} />
          <MailButton href={`${publicUrl}/admin/system`}>See the backups</MailButton>
        </MailLayout>
      ),
    }
  },
)
