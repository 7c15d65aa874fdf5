import { useUser } from '../lib/session.ts'
import { People } from '../people/people.tsx'

/** Page /b2b/users */
export function Component() {
  const { organizationName } = useUser()
  return (
    <People
      base="/b2b/users"
      title="Team"
      lead={`The members of ${organizationName ?? 'your organisation'}.`}
    />
  )
}
