import { defineMail, type Place, replyTo } from '../../kernel/mail/define.ts'
import { MailButton, MailFacts, MailQuote, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

type Asked = { name: string; email: string; deceased: string; message: string }

/** Mail to whoever keeps matters: somebody outside asks to inspect a will. */
export const inspectionAsked = defineMail('inspection_asked', (data: Asked, { publicUrl }: Place) => ({
  subject: `${data.name} asks to inspect a will`,
  ...replyTo(data.name, data.email),
  element: (
    <MailLayout
      preview="Decide whether they may see it."
      title="A request to inspect a will"
      reason="You received this because you keep matters of this practice."
      sender={data.name}
    >
      <MailText>
        Somebody outside asks to inspect the will of a person who has died. They were not told what you keep.
      </MailText>
      <MailFacts
        rows={[
          ['Of', data.deceased],
          ['Asked by', `${data.name}, ${data.email}`],
        ]}
      />
      <MailQuote>{data.message}</MailQuote>
      <MailButton href={`${publicUrl}/inspections`}>Decide in Deedbox</MailButton>
    </MailLayout>
  ),
}))
