import { holds, useUser } from '../lib/session.ts'
import { People } from '../people/people.tsx'

/** Page /users: people whom the reader may manage. */
export function Component() {
  const user = useUser()
  const lead = holds(user, 'canManageSystem')
    ? 'Everyone with an account in this deployment.'
    : `The members of ${user.organizationName ?? 'your organisation'}.`
  return <People base="/users" title="Manage Users" lead={lead} />
}
