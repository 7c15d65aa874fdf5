import { type Role, roles } from './permissions.ts'

type Inviter = { role: string; confirmed: boolean; organizationId: string | null }

/**
 * Lists the roles that a person may invite others to. An administrator: any. An Org Admin: roles below their own, in their own organisation. A
 * confirmed trustee: guests they share with. Everyone else: none.
 */
export function invitableRoles({ role, confirmed, organizationId }: Inviter): readonly Role[] {
  if (role === 'admin') return roles
  if (role === 'b2b_admin' && organizationId !== null) return ['requestor', 'guest']
  if (role === 'trustee' && confirmed) return ['guest']
  return []
}

/**
 * Lists the roles of the people that a person may manage, which are also the roles that they may give. A trustee sees everything, so only
 * administrators make trustees.
 */
export const manageableRoles = (manager: Inviter): readonly Role[] =>
  manager.role === 'trustee' ? [] : invitableRoles(manager)

/** Notice in forms whose text may be sent to a person without an account. */
export const linksNotice = 'Web addresses are removed from messages to people who have no account.'
