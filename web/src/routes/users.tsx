import { Navigate } from 'react-router'
import { holds, useUser } from '../lib/session.ts'
import { People } from '../people/people.tsx'

/** Page /users: people whom the reader may manage. Those of an organisation have one page, Team. */
export function Component() {
  if (!holds(useUser(), 'canManageSystem')) return <Navigate to="/b2b/users" replace />
  return <People base="/users" title="Manage Users" lead="Everyone with an account in this deployment." />
}
