import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { timeIn } from '../../platform/instants.ts'
import { MailButton, MailFacts, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'
import { greeting } from './mail-parts.tsx'

type SecurityFacts = {
  firstName: string
  title: string
  lines: { text: string }[]
  at: string
  by: string | null
  device: string
  address: string | null
}

/** Mail to the person themselves: something happened that concerns the security of their account. No preference prevents it. */
export const securityNoticeMail = defineMail('security_notice', (notice: SecurityFacts, place: Place) => {
  const { publicUrl, supportEmail, timeZone } = place
  const { title, by, device, address } = notice
  const when = timeIn(notice.at, timeZone)
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
})
