import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { timeIn } from '../../platform/instants.ts'
import { MailButton, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { requesterReason, what } from './mail-parts.tsx'

export type LapsedMail = { documentName: string; extension: boolean; askedAt: string; requestId?: string }

/** Mail to the requester, when nobody decided within 30 days. */
export const requestLapsed = defineMail(
  'request_lapsed',
  (data: LapsedMail, { publicUrl, timeZone }: Place) => {
    return {
      subject: `Lapsed: your request for ${what(data.extension)} “${data.documentName}”`,
      element: (
        <MailLayout
          preview="Nobody decided it within 30 days."
          title="Your request has lapsed"
          reason={requesterReason}
        >
          <MailText>
            You asked for {what(data.extension)} “{data.documentName}” on {timeIn(data.askedAt, timeZone)}.
            Nobody decided the request within 30 days, so it has lapsed. You can ask again.
          </MailText>
          <MailButton href={`${publicUrl}/requestor/documents?tab=request-access`}>Ask again</MailButton>
        </MailLayout>
      ),
    }
  },
)
