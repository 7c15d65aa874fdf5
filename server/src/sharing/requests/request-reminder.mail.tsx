import { defineMail, type Place, replyTo } from '../../kernel/mail/define.ts'
import { MailButton, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { AskedFacts, type AskedMail, requestToDecide, reviewReason, what } from './mail-parts.tsx'

/** Mail to the same people, when a request has been pending for two days or more. */
export const requestReminder = defineMail(
  'request_reminder',
  (data: AskedMail, { publicUrl, timeZone }: Place) => {
    return {
      subject: `Reminder: ${data.requesterName} is waiting for ${what(data.extension)} “${data.title}”`,
      ...replyTo(data.requesterName, data.requesterEmail),
      element: (
        <MailLayout
          preview="Nobody has decided this request yet."
          title="A request is waiting"
          reason={reviewReason}
          sender={`${data.requesterName}, through Deedbox`}
        >
          <MailText>Nobody has decided this request yet. Please approve or deny it.</MailText>
          <AskedFacts data={data} timeZone={timeZone} />
          <MailButton href={publicUrl + requestToDecide(data.requestId)}>Review the request</MailButton>
        </MailLayout>
      ),
    }
  },
)
