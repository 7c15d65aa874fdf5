import { type InspectionRefusal, inspectionRefusals } from '@deedbox/contract/inspection-terms.ts'
import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

type Refused = { refusal: InspectionRefusal }

/** Mail to whoever asked to inspect a will, in words that tell nothing of what is kept, and without a name of the deceased. */
export const inspectionRefused = defineMail(
  'inspection_refused',
  (data: Refused, { supportEmail }: Place) => ({
    subject: 'Your request to inspect a will',
    element: (
      <MailLayout
        preview="We cannot give access by this request."
        title="Your request to inspect a will"
        reason="You received this because somebody asked to inspect a will with this email address."
      >
        <MailText>{inspectionRefusals[data.refusal]}</MailText>
        <MailText>
          This says nothing of what is kept for anybody. You can write to us at {supportEmail}.
        </MailText>
      </MailLayout>
    ),
  }),
)
