import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { dayIn } from '../../platform/instants.ts'
import { MailButton, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

type Ending = { firstName: string; name: string; expiresAt: string }

/** Mail to the owner of a personal access token, a week before its end. */
export const tokenEnding = defineMail(
  'token_ending',
  ({ firstName, name, expiresAt }: Ending, { timeZone, publicUrl }: Place) => {
    const day = dayIn(expiresAt, timeZone)
    return {
      subject: `Your access token “${name}” ends on ${day}`,
      element: (
        <MailLayout
          preview="Software that uses it then needs a new one."
          title="An access token ends soon"
          reason="You are receiving this because you created this access token."
        >
          <MailText>{firstName ? `Hello ${firstName},` : 'Hello,'}</MailText>
          <MailText>
            Your access token “{name}” ends on {day}. Software that uses it is refused from then on. If it
            still needs Deedbox, please create a new token and enter it there.
          </MailText>
          <MailButton href={`${publicUrl}/profile#security`}>Open your access tokens</MailButton>
        </MailLayout>
      ),
    }
  },
)
