import type { AudienceKind } from '@deedbox/contract/announcement-terms.ts'
import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

export type Announced = { subject: string; text: string; kind: AudienceKind }

const account = 'you have an account here'

const because: Record<AudienceKind, string> = {
  everybody: account,
  roles: account,
  organizations: account,
  people: 'its sender chose your address',
  documents: 'it concerns documents that you own or have access to',
}

/** Mail to everybody, or to those concerned: what an administrator wrote, as it was written. Answers go to the support address. */
export const announcement = defineMail('announcement', ({ subject, text, kind }: Announced, place: Place) => {
  const { deploymentName, supportEmail } = place
  return {
    subject,
    replyTo: { name: deploymentName, address: supportEmail },
    element: (
      <MailLayout
        preview={text.slice(0, 100)}
        title={subject}
        sender={`an administrator of ${deploymentName}`}
        reason={`You are receiving this because ${because[kind]}. It cannot be switched off.`}
      >
        {Array.from(text.split(/\n{2,}/).entries(), ([place, paragraph]) => (
          <MailText key={place}>{lines(paragraph)}</MailText>
        ))}
      </MailLayout>
    ),
  }
})

const lines = (paragraph: string) =>
  Array.from(paragraph.split('\n').entries(), ([place, line]) => (
    <span key={place}>
      {place > 0 && <br />}
      {line}
    </span>
  ))
