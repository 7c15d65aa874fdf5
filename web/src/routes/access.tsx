import { HandledAccess } from '../access/handled-access.tsx'
import { holds, useUser } from '../lib/session.ts'
import { ReleasedOf } from '../release/released-of.tsx'
import { OwnAccess } from '../requests/own-access.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /access: who may open what, until when. */
export function Component() {
  const user = useUser()
  return holds(user, 'canManageDocuments') ? (
    <>
      <PageHeader list title="Access" lead="Everybody’s access to the documents that you manage." />
      <HandledAccess />
    </>
  ) : (
    <>
      <PageHeader list title="Access" lead="What was shared with you, and until when you can open it." />
      <OwnAccess />
      <ReleasedOf of="own" />
    </>
  )
}
