import { roleLabel } from '@deedbox/contract/permissions.ts'
import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { dayIn } from '../../platform/instants.ts'
import { MailButton, MailFacts, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { greeting } from './mail-parts.tsx'

type Invitation = {
  invitationId: string
  invitedBy: string
  firstName: string
  role: string
  professionalType: string | null
  organization: string | null
  accessExpiresAt: string | null
  expiresAt: string
}

const write = (invited: Invitation, place: Place) => {
  const { invitationId, invitedBy, organization, accessExpiresAt } = invited
  const rows = [
    ['Role', roleLabel(invited.role, invited.professionalType)],
    ...(organization ? [['Organisation', organization] as const] : []),
    ...(accessExpiresAt ? [['Access until', dayIn(accessExpiresAt, place.timeZone)] as const] : []),
    ['Accept by', dayIn(invited.expiresAt, place.timeZone)],
  ] as const
  return {
    subject: 'You are invited to Deedbox',
    element: (
      <MailLayout
        preview={`${invitedBy} has invited you to Deedbox.`}
        title="You are invited to Deedbox"
        sender={`${invitedBy}, through Deedbox`}
        reason={`You are receiving this because ${invitedBy} entered this email address.`}
      >
        <MailText>{greeting(invited.firstName)}</MailText>
        <MailText>
          {invitedBy} has invited you to Deedbox, where trust deeds, wills and other legal documents are
          stored and shared securely.
        </MailText>
        <MailFacts rows={rows} />
        <MailButton href={`${place.publicUrl}/signup?invitation=${invitationId}`}>
          Create your account
        </MailButton>
      </MailLayout>
    ),
  }
}

/** The sign-up link for an invited person. */
export const invitationMail = defineMail('invitation', write)
/** The sign-up link for an invited person. */
export const invitationAgain = defineMail('invitation_again', write)
/** The sign-up link for an invited person. */
export const importedInvitation = defineMail('imported_invitation', write)
