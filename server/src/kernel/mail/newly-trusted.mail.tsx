import { timeIn } from '../../platform/instants.ts'
import { MailButton, MailFacts, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { defineMail, type Place } from './define.ts'
import type { Trusted } from './newly-trusted.ts'

type NewlyTrusted = {
  how: Trusted
  /** The role of the first of them. */
  role: string
  people: { text: string }[]
  total: number
  by: string | null
  at: string
}

const happened: Record<Trusted, string> = {
  invited: 'invited',
  joined: 'joined after an invitation, or through their sign-in provider',
  changed: 'given this role',
  confirmed: 'confirmed',
}

/** Mail to every administrator: somebody sees everything from now on, or will once they accept. */
export const newlyTrusted = defineMail(
  'newly_trusted',
  ({ how, role, people, total, by, at }: NewlyTrusted, place: Place) => {
    const many = total > 1
    const who = many ? `${total} administrators or trustees` : (people[0]?.text ?? '')
    return {
      subject: many ? `${who} were ${happened[how]}` : `New ${role}: ${people[0]?.text ?? ''}`,
      element: (
        <MailLayout
          preview={by ? `By ${by}.` : 'They see all documents of this deployment.'}
          title={many ? 'New administrators or trustees' : `A new ${role}`}
          reason="You are receiving this because you are an administrator. It cannot be switched off."
        >
          <MailText>Administrators and trustees see all documents.</MailText>
          <MailFacts
            rows={[
              ...people.map(({ text }) => ['Who', text] as [string, string]),
              ...(total > people.length
                ? [['And', `${total - people.length} more`] as [string, string]]
                : []),
              ['What', happened[how]],
              ...(by ? [['By', by] as [string, string]] : []),
              ['When', timeIn(at, place.timeZone)],
            ]}
          />
          <MailText>
            If this should not be, end it at once: deactivate them, or withdraw the invitation.
          </MailText>
          <MailButton href={`${place.publicUrl}/admin/users`}>See people and invitations</MailButton>
        </MailLayout>
      ),
    }
  },
)
