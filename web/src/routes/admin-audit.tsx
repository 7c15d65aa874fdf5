import { AuditPage } from '../audit/audit-page.tsx'
import { holds, useUser } from '../lib/session.ts'
import { AdministrationLinks } from '../shell/administration.tsx'

/** Page /admin/audit, for everyone who is signed in. */
export function Component() {
  const user = useUser()
  return (
    <>
      {holds(user, 'canManageSystem') && <AdministrationLinks />}
      <AuditPage />
    </>
  )
}
