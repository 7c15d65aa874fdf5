import { whosePapers } from '@deedbox/contract/release-words.ts'
import { defineMail, type Place, replyTo } from '../../kernel/mail/define.ts'
import { MailButton, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

type Named = {
  name: string
  promise: string
  senderName: string
  senderEmail: string
  ownerName: string
  onBehalfOf?: string | null
}

/** Mail to a nominee, who reads whose papers they are. Its link shows a page; accepting wants somebody who is signed in there. */
export const nomination = defineMail('nomination', (data: Named, { publicUrl }: Place) => {
  const { name, promise, senderName, senderEmail, ownerName, onBehalfOf = null } = data
  const whose = whosePapers({ onBehalfOf, ownerName })
  return {
    subject: onBehalfOf
      ? `${senderName} named you as a nominee on behalf of ${whose}`
      : `${ownerName} named you as a nominee`,
    ...replyTo(senderName, senderEmail),
    element: (
      <MailLayout
        preview={`You could ask for access to papers of ${whose}.`}
        title={`You were named as a nominee for papers of ${whose}`}
        reason="You received this because somebody named you with this email address."
        sender={`${senderName}, through Deedbox`}
      >
        <MailText>
          Dear {name}, if {whose} dies or cannot act, you could ask for access to papers of theirs that are
          kept in Deedbox. Until then you see nothing of them.
          {onBehalfOf && ` ${senderName} named you on the written instruction of ${whose}.`}
        </MailText>
        <MailText>{promise}</MailText>
        <MailText>
          To accept or decline, sign in with this email address, or create an account with it. Nothing happens
          by opening the link.
        </MailText>
        <MailButton href={`${publicUrl}/releases`}>See what you were named for</MailButton>
      </MailLayout>
    ),
  }
})
