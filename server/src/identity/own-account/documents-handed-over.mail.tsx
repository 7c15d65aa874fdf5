import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { MailButton, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { greeting } from '../accounts/mail-parts.tsx'

type HandedOver = { firstName: string; from: string; by: string | null; documents: number }

/** Mail to the trustee who now owns another person's documents. `by`: the administrator who handed them over. */
export const documentsHandedOver = defineMail(
  'documents_handed_over',
  ({ firstName, from, by, documents }: HandedOver, place: Place) => {
    const count = documents === 1 ? '1 document' : `${documents} documents`
    return {
      subject: `${count} of ${from} handed over to you`,
      element: (
        <MailLayout
          preview={`You now own ${count} that belonged to ${from}.`}
          title="Documents were handed over to you"
          reason="You are receiving this because you are a trustee and now own these documents."
        >
          <MailText>{greeting(firstName)}</MailText>
          <MailText>
            {by ?? from} has handed over {count} of {by ? from : 'theirs'} to you. You now own{' '}
            {documents === 1 ? 'it' : 'them'}: requests for access and reminders come to you. Access that
            other people have stays as it is.
          </MailText>
          <MailButton href={`${place.publicUrl}/documents`}>See your documents</MailButton>
        </MailLayout>
      ),
    }
  },
)
