import { defineMail, type Place, replyTo } from '../../kernel/mail/define.ts'
import { MailButton, MailQuote, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

type Asked = {
  nomineeName: string
  nomineeEmail: string
  /** Name of whose papers they are; absent in rows from before it was kept. */
  whose?: string
  rehearsal: boolean
  /** The recipient is the owner or a trustee, who may veto; otherwise another nominee. */
  keeper: boolean
  /** Blank for other nominees. */
  message: string
  waitDays: number
}

const papers = ({ whose }: Asked) => (whose ? `papers of ${whose}` : 'a release')

/** Mail to the owner, to trustees and to the other nominees, at once. Vetoing wants somebody who is signed in. */
export const releaseAsked = defineMail('release_asked', (data: Asked, { publicUrl }: Place) => ({
  subject: data.rehearsal
    ? `Rehearsal: ${data.nomineeName} asks for ${papers(data)}`
    : `${data.nomineeName} asks for ${papers(data)}`,
  ...replyTo(data.nomineeName, data.nomineeEmail),
  element: (
    <MailLayout
      preview={`Access begins after ${data.waitDays} days unless it is vetoed.`}
      title={data.rehearsal ? 'A rehearsal of a release' : 'Somebody asks for a release'}
      reason={
        data.keeper
          ? 'You received this because you are the owner, or a trustee of this practice.'
          : 'You received this because you are a nominee for the same papers.'
      }
      sender={`${data.nomineeName}, through Deedbox`}
    >
      {data.rehearsal && <MailText>This is a rehearsal: nothing opens, whatever happens.</MailText>}
      <MailText>
        {data.nomineeName} asks for the access{data.whose && ` to ${papers(data)}`} for which they are a
        nominee, because {data.whose ?? 'the owner'} has died or cannot act. It begins after a waiting period
        of {data.waitDays} days if every other condition is met, unless it is vetoed.
      </MailText>
      {data.message && <MailQuote>{data.message}</MailQuote>}
      <MailButton href={`${publicUrl}/releases`}>
        {data.keeper ? 'Look at it, or veto it' : 'See it in Deedbox'}
      </MailButton>
      <MailText>Nothing happens by opening the link: you sign in and decide there.</MailText>
    </MailLayout>
  ),
}))
