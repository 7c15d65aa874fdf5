import type { Place } from '../mail/mail.ts'
import { MailButton, MailFacts, MailText } from '../platform/mailer/blocks.tsx'
import { MailLayout } from '../platform/mailer/layout.tsx'
import type { BackupMail } from './tell.ts'

const reason = 'You are receiving this because you are an administrator.'

const timeIn = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(instant),
  )

/** To every administrator, once, when two backups in a row have failed. */
export function backupsFailed({ place, problem, lastGoodAt }: BackupMail, { publicUrl, timeZone }: Place) {
  return {
    subject: 'Deedbox needs help: backups fail',
    element: (
      <MailLayout preview={problem} title="Two backups in a row have failed" reason={reason}>
        <MailText>{problem}</MailText>
        <MailFacts
          rows={[
            ['Place', place],
            ['Last good backup', lastGoodAt ? timeIn(lastGoodAt, timeZone) : 'None was made yet'],
          ]}
        />
        <MailText>Deedbox tries again at the next time. You will get another email when it works.</MailText>
        <MailButton href={`${publicUrl}/admin/system`}>See the backups</MailButton>
      </MailLayout>
    ),
  }
}

/** To every administrator, once, when it works again. */
export function backupsRecovered({ place }: BackupMail, { publicUrl }: Place) {
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
}

/** To every administrator, once, when the monthly check of a copy was not good. */
export function backupCheckFailed({ place, problem }: BackupMail, { publicUrl }: Place) {
  return {
    subject: 'Deedbox needs help: a backup is damaged or cannot be read',
    element: (
      <MailLayout preview={problem} title="The monthly check of a backup was not good" reason={reason}>
        <MailText>{problem}</MailText>
        <MailFacts rows={[['Place', place]]} />
        <MailText>
          Check the whole copy with the command verify, and the disk or bucket that it is on. If it is
          damaged, name a new, empty place: the next backup then copies everything. Deedbox checks again every
          day.
        </MailText>
        <MailButton href={`${publicUrl}/admin/system`}>See the backups</MailButton>
      </MailLayout>
    ),
  }
}
