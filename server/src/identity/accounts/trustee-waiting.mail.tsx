import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { MailButton, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

/** Mail to every administrator: a trustee signed up without an invitation. */
export const trusteeWaiting = defineMail(
  'trustee_waiting',
  ({ name, email }: { name: string; email: string }, place: Place) => {
    return {
      subject: `${name} signed up as a trustee and needs confirmation`,
      element: (
        <MailLayout
          preview={`${name} (${email}) can only see their own documents until you confirm them.`}
          title="A new trustee needs confirmation"
          reason="You are receiving this because you are an administrator."
        >
          <MailText>
            {name} ({email}) signed up as a trustee. Until an administrator confirms them, they can only work
            with their own documents and cannot invite anyone.
          </MailText>
          <MailText>Please confirm them only if you know that they belong to your practice.</MailText>
          <MailButton href={`${place.publicUrl}/admin/users?status=unconfirmed`}>
            See who is waiting
          </MailButton>
        </MailLayout>
      ),
    }
  },
)
