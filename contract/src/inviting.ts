import { type Role, roles } from './permissions.ts'

type Inviter = { role: string; confirmed: boolean; organizationId: string | null }

/**
 * The roles to which a person may invite somebody without an account. An administrator: any. An Org Admin: members below
 * their own role, into their own organisation. A confirmed trustee: guests with whom they share. Nobody else.
 */
export function invitableRoles({ role, confirmed, organizationId }: Inviter): readonly Role[] {
  if (role === 'admin') return roles
  if (role === 'b2b_admin' && organizationId !== null) return ['requestor', 'guest']
  if (role === 'trustee' && confirmed) return ['guest']
  return []
}

/** What is said at a form, before sending, of what a person types there. */
export const linksNotice = 'Web addresses are removed from messages to people who have no account.'
