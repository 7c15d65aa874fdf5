import { roleLabel } from '@deedbox/contract/permissions.ts'
import type { Place } from '../mail/mail.ts'
import { MailButton, MailCode, MailFacts, MailText } from '../platform/mailer/blocks.tsx'
import { MailLayout } from '../platform/mailer/layout.tsx'

const greeting = (firstName: string) => (firstName ? `Hello ${firstName},` : 'Hello,')

const dayIn = (instant: string, timeZone: string) =>
  new Date(instant).toLocaleDateString('en-AU', { timeZone, dateStyle: 'long' })

/** The six-digit code of a sign-up. Sent at once and never stored. Contains nothing that a stranger typed. */
export function verificationCode({ code }: { code: string }) {
  return {
    subject: `${code} is your Deedbox verification code`,
    element: (
      <MailLayout
        preview="It is valid for 10 minutes."
        title="Your verification code"
        reason="You are receiving this because someone signed up for Deedbox with this email address. If it was not you, you can ignore this email."
      >
        <MailText>Enter this code to finish signing up. It is valid for 10 minutes.</MailText>
        <MailCode>{code}</MailCode>
      </MailLayout>
    ),
  }
}

/** The six-digit code of somebody who confirms that it is them. Sent at once and never stored. */
export function proofCode({ code, firstName }: { code: string; firstName: string }) {
  return {
    subject: `${code} is your Deedbox confirmation code`,
    element: (
      <MailLayout
        preview="It is valid for 10 minutes."
        title="Confirm that it is you"
        reason="You are receiving this because someone signed in to your account is about to make an important change. If it was not you, please sign out all other sessions on your profile and write to us."
      >
        <MailText>{greeting(firstName)}</MailText>
        <MailText>Enter this code to confirm that it is you. It is valid for 10 minutes.</MailText>
        <MailCode>{code}</MailCode>
      </MailLayout>
    ),
  }
}

/** A code to sign in, or for a number to sign in with. Sent at once and never stored. */
export const codeSms = ({ code, signIn }: { code: string; signIn: boolean }, place: Place) => ({
  sms: [
    `${code} is your ${place.deploymentName} code ${signIn ? 'to sign in' : 'to sign in with this number from now on'}. It is valid for 10 minutes. Give it to nobody, whoever asks.`,
    // Phones then offer the code on our pages only (WICG, origin-bound one-time codes).
    ...(place.publicUrl.startsWith('https:') ? [`@${new URL(place.publicUrl).host} #${code}`] : []),
  ].join('\n\n'),
})

/** A six-digit code to sign in. Sent at once and never stored. */
export function signInCode({ code, firstName }: { code: string; firstName: string }) {
  return {
    subject: `${code} is your Deedbox code to sign in`,
    element: (
      <MailLayout
        preview="It is valid for 10 minutes."
        title="Your code to sign in"
        reason="You are receiving this because someone asked to sign in to Deedbox with this email address. If it was not you, you can ignore this email. Give the code to nobody, whoever asks."
      >
        <MailText>{greeting(firstName)}</MailText>
        <MailText>Enter this code where you are signing in. It is valid for 10 minutes.</MailText>
        <MailCode>{code}</MailCode>
      </MailLayout>
    ),
  }
}

/** The link to set a new password. Sent at once and never stored. */
export function passwordReset({ token, firstName }: { token: string; firstName: string }, place: Place) {
  return {
    subject: 'Reset your Deedbox password',
    element: (
      <MailLayout
        preview="The link is valid for one hour."
        title="Reset your password"
        reason="You are receiving this because someone asked to reset the password for this email address. If it was not you, you can ignore this email: your password has not changed."
      >
        <MailText>{greeting(firstName)}</MailText>
        <MailText>
          Use the button below to set a new password. The link is valid for one hour and works once. You will
          then be signed out on all devices.
        </MailText>
        <MailButton href={`${place.publicUrl}/reset-password?token=${encodeURIComponent(token)}`}>
          Choose a new password
        </MailButton>
      </MailLayout>
    ),
  }
}

type SecurityFacts = {
  firstName: string
  title: string
  lines: { text: string }[]
  at: string
  by: string | null
  device: string
  address: string | null
}

/** To the person themselves: something happened that concerns the security of their account. No preference prevents it. */
export function securityNotice(notice: SecurityFacts, place: Place) {
  const { publicUrl, supportEmail, timeZone } = place
  const { title, by, device, address } = notice
  const when = new Date(notice.at).toLocaleString('en-AU', {
    timeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  })
  const where = place.placeOf(address)
  const from = [
    ['Device', device] as const,
    ...(where ? [['Place', where] as const] : []),
    ...(address ? [['IP address', address] as const] : []),
  ]
  const what = [['When', `${when} (${timeZone.replaceAll('_', ' ')})`]] as const
  return {
    subject: title,
    element: (
      <MailLayout
        preview={`${when}. If this was not you, act now.`}
        title={title}
        reason="You are receiving this because it concerns the security of your account. These messages cannot be switched off."
      >
        <MailText>{greeting(notice.firstName)}</MailText>
        {Array.from(notice.lines.entries(), ([index, { text }]) => (
          <MailText key={index}>{text}</MailText>
        ))}
        <MailFacts rows={[...what, ...(by ? [['By', by] as const] : from)]} />
        <MailText>
          If this was you, there is nothing to do. If you did not do this or ask for it, someone else may be
          using your account. Choose a new password now, which signs you out on all devices, and write to{' '}
          {supportEmail}.
        </MailText>
        <MailButton href={`${publicUrl}/forgot-password`}>Choose a new password</MailButton>
        <MailText>
          Where you are signed in, and every way to sign in:{' '}
          <a href={`${publicUrl}/profile#security`}>{publicUrl}/profile#security</a>
        </MailText>
      </MailLayout>
    ),
  }
}

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

/** To every administrator: a trustee signed up without an invitation. */
export function trusteeWaiting({ name, email }: { name: string; email: string }, place: Place) {
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
        <MailButton href={`${place.publicUrl}/admin/users?status=unconfirmed`}>See who is waiting</MailButton>
      </MailLayout>
    ),
  }
}

/** To a trustee who was confirmed by an administrator. */
export function trusteeConfirmed({ firstName }: { firstName: string }, place: Place) {
  return {
    subject: 'Your trustee account is confirmed',
    element: (
      <MailLayout
        preview="You can now use everything that trustees can."
        title="Your account is confirmed"
        reason="You are receiving this because you signed up for Deedbox as a trustee."
      >
        <MailText>{greeting(firstName)}</MailText>
        <MailText>
          An administrator has confirmed your trustee account. You can now see all documents, share them,
          invite guests, and decide on requests for access.
        </MailText>
        <MailButton href={`${place.publicUrl}/dashboard`}>Open your dashboard</MailButton>
      </MailLayout>
    ),
  }
}

/** The sign-up link for an invited person. */
export function invitation(invited: Invitation, place: Place) {
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
