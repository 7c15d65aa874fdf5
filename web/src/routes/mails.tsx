import { Mails } from '../mails/mails.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /mails */
export function Component() {
  return (
    <>
      <PageHeader
        title="Your emails"
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        lead="Emails that Deedbox sent to people for you, as you asked, shared or invited. One that was not delivered can be sent again."
      />
      <Mails />
    </>
  )
}
