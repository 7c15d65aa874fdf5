import { defineMail, type Place, replyTo } from '../../kernel/mail/define.ts'
import { MailButton, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { AskedFacts, type AskedMail, requestToDecide, reviewReason, what } from './mail-parts.tsx'

/** Mail to those who may decide a new request. */
export const accessRequested = defineMail(
  'access_requested',
  (data: AskedMail, { publicUrl, timeZone }: Place) => {
    const asks = `asks for ${what(data.extension)}`
    return {
      subject: `${data.requesterName} ${asks} “${data.title}”`,
      ...replyTo(data.requesterName, data.requesterEmail),
      element: (
        <MailLayout
          preview="Approve or deny the request in Deedbox."
          title={data.extension ? 'A request for more time' : 'A request for access'}
          reason={reviewReason}
          sender={`${data.requesterName}, through Deedbox`}
        >
          <MailText>
            {data.requesterName} {asks} a document.
          </MailText>
          <AskedFacts data={data} timeZone={timeZone} />
          <MailButton href={publicUrl + requestToDecide(data.requestId)}>Review the request</MailButton>
        </MailLayout>
      ),
    }
  },
)
