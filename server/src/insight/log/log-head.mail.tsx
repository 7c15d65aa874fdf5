import { countText } from '@deedbox/contract/counts.ts'
import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

/** Mail with the newest head of the log, every day, to people whom an administrator named: it proves later that nothing before it was changed. */
export const logHead = defineMail(
  'log_head',
  ({ verifierKey, note }: { verifierKey: string; note: string }, { deploymentName }: Place) => {
    const lines = note.split('\n').filter((line) => line !== '')
    return {
      subject: `Head of the log of ${deploymentName}: ${countText(Number(lines[1]))} events`,
      element: (
        <MailLayout
          preview="Keep this email: it proves later that nothing before it was changed."
          title="The log of today"
          reason="You are receiving this because an administrator of Deedbox named this address."
        >
          <MailText>
            Please keep this email. It says how many events the audit trail has and what they hash to, signed.
            Anyone who changes or removes one of them later cannot make this head again.
          </MailText>
          {lines.map((line) => (
            <MailText key={line}>{line}</MailText>
          ))}
          <MailText>The key with which it is signed:</MailText>
          <MailText>{verifierKey}</MailText>
        </MailLayout>
      ),
    }
  },
)
