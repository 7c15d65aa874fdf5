import { roleLabel } from '@deedbox/contract/permissions.ts'
import { useUser } from '../lib/session.ts'

/** Greets the person with their role; `named` if the title already greets them by name. */
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
