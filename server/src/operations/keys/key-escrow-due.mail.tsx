import { type EscrowToDo, escrowReminders } from '@deedbox/contract/keys.ts'
import { defineMail, type Place } from '../../kernel/mail/define.ts'
import { MailButton, MailText } from '../../platform/mailer/blocks.tsx'
import { MailLayout } from '../../platform/mailer/layout.tsx'

/** Mail to administrators, once a month, until people keep parts of the master key that were tried. */
export const keyEscrowDue = defineMail(
  'key_escrow_due',
  ({ toDo }: { toDo: EscrowToDo }, { publicUrl }: Place) => ({
    subject: escrowReminders[toDo],
    element: (
      <MailLayout
        preview="If every copy of the key is lost, no document can be opened again."
        title={escrowReminders[toDo]}
        reason="You are receiving this because you are an administrator. You can switch these emails off in your settings."
      >
        <MailText>
          If the machine and every copy of the master key are lost, no document can be opened again. Divide
          the key among people, so that some of them together can give it back and no one of them can open
          anything alone; then try their parts in a drill. It takes a quarter of an hour, and a printer.
        </MailText>
        <MailButton href={`${publicUrl}/admin/keys`}>Open the keys</MailButton>
      </MailLayout>
    ),
  }),
)
