import { roleLabel } from '@deedbox/contract/permissions.ts'
import { useUser } from '../lib/session.ts'

/** Who is welcome here, and in what role; `named` where the title greets already. */
export function Welcome({ named = false }: { named?: boolean }) {
  const { firstName, role, professionalType, organizationName } = useUser()
  return (
    <>
      {!named && `Welcome, ${firstName} · `}
      {roleLabel(role, professionalType)}
      {organizationName && ` at ${organizationName}`}
    </>
  )
}
