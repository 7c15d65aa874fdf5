import { defineMail, type Place, replyTo } from '../../kernel/mail/define.ts'
import { MailButton, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

/** `whose`: the name of whose papers they are; absent in rows from before it was kept. */
type Stopped = { byName: string; byEmail: string; whose?: string; begun: boolean; rehearsal: boolean }

/** Mail to those who asked: it was vetoed before access began, or ended after; a rehearsal is ended. */
export const releaseStopped = defineMail('release_stopped', (data: Stopped, { publicUrl }: Place) => {
  const what = data.rehearsal ? 'a rehearsal' : data.begun ? 'your access' : 'your request'
  const did = data.begun || data.rehearsal ? 'ended' : 'vetoed'
  const after = data.rehearsal ? 'Nothing was open by it.' : 'Nothing is open to you by it any more.'
  return {
    subject: `${data.byName} ${did} ${what}`,
    ...replyTo(data.byName, data.byEmail),
    element: (
      <MailLayout
        preview={after}
        title={`A ${data.rehearsal ? 'rehearsal' : 'release'} was ${did}`}
        reason="You received this because you asked for a release as a nominee."
        sender={`${data.byName}, through Deedbox`}
      >
        <MailText>
          {data.byName} {did} {what}
          {data.whose && ` for papers of ${data.whose}`}. {after} You are still a nominee, unless Deedbox says
          otherwise.
        </MailText>
        <MailButton href={`${publicUrl}/releases`}>See it in Deedbox</MailButton>
      </MailLayout>
    ),
  }
})
