import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { MailButton, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

/** Mail to every administrator when a check of the log found something that was not known. */
export const logMismatch = defineMail(
  'log_mismatch',
  ({ problems }: { problems: { text: string }[] }, { publicUrl }: Place) => {
    const title = 'The audit trail or its log was changed'
    return {
      subject: `Deedbox needs help: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
      element: (
        <MailLayout
          preview={problems[0]?.text ?? title}
          title={title}
          reason="You are receiving this because you are an administrator."
        >
          {problems.map(({ text }) => (
            <MailText key={text}>{text}</MailText>
          ))}
          <MailText>
            Keep a copy of the database and of the newest backup, and find out who changed it. The System page
            shows this until an administrator settles it.
          </MailText>
          <MailButton href={`${publicUrl}/admin/system`}>See the log</MailButton>
        </MailLayout>
      ),
    }
  },
)
