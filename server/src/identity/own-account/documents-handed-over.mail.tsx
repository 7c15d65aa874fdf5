import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { MailButton, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { greeting } from '../accounts/mail-parts.tsx'

type HandedOver = {
  firstName: string
  from: string
  by: string | null
  documents: number
  /** Everything that was handed over, in words: '2 documents and 1 matter'. */
  listed: string
}

/** Mail to somebody who now answers for what another person did: documents, which are theirs now, or other work. `by`: the administrator who handed it over. */
export const documentsHandedOver = defineMail(
  'documents_handed_over',
  ({ firstName, from, by, documents, listed }: HandedOver, place: Place) => {
    return {
      subject: `${listed} of ${from} handed over to you`,
      element: (
        <MailLayout
          preview={`You have taken over ${listed} from ${from}.`}
          title="Work was handed over to you"
          reason="You are receiving this because you now own these documents or answer for this work."
        >
          <MailText>{greeting(firstName)}</MailText>
          <MailText>
            {by ?? from} has handed over {listed} of {by ? from : 'theirs'} to you.{' '}
            {documents > 0 &&
              `You now own ${documents === 1 ? 'the document' : 'the documents'}: requests for access and reminders come to you. `}
            Access that other people have stays as it is.
          </MailText>
          {documents > 0 ? (
            <MailButton href={`${place.publicUrl}/documents`}>See your documents</MailButton>
          ) : (
            <MailButton href={place.publicUrl}>Open {place.deploymentName}</MailButton>
          )}
        </MailLayout>
      ),
    }
  },
)
