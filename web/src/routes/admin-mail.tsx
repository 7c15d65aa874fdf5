import { Mails } from '../mails/mails.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** /admin/mail */
export function Component() {
  return (
    <>
      <PageHeader
        title="E-mail"
        back={{ to: '/dashboard', label: 'Back to the dashboard' }}
        lead="What Deedbox wrote to people. A message that failed for good can be sent again; those with a code or a link to a new password are never kept."
      />
      <Mails />
    </>
  )
}
