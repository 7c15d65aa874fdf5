import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { MailButton, MailFacts, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { reason } from './mail-parts.tsx'
import type { BackupMail } from './schedule/tell.ts'

/** Mail to every administrator, once, when the monthly check of a copy was not good. */
export const backupCheckFailed = defineMail(
  'backup_check_failed',
  ({ place, problem }: BackupMail, { publicUrl }: Place) => {
    return {
      subject: 'Deedbox needs help: a backup is damaged or cannot be read',
      element: (
        <MailLayout preview={problem} title="The monthly check of a backup was not good" reason={reason}>
          <MailText>{problem}</MailText>
          <MailFacts rows={[['Place', place]]} />
          <MailText>
            Check the whole copy with the command verify, and the disk or bucket that it is on. If it is
            damaged, name a new, empty place: the next backup then copies everything. Deedbox checks again
            every day.
          </MailText>
          <MailButton href={`${publicUrl}/admin/system`}>See the backups</MailButton>
        </MailLayout>
      ),
    }
  },
)
