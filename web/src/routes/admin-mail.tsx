import { Mails } from '../mails/mails.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /admin/mail */
export function Component() {
  return (
    <>
      <PageHeader
        title="Email"
        lead="The emails that Deedbox has sent. If an email has failed permanently, you can send it again. Emails with a code or a password reset link are never kept."
      />
      <Mails />
    </>
  )
}
