import { type Permission, professionalTypeLabels, roleLabel } from '@deedbox/contract/permissions.ts'
import { Badge } from '@mantine/core'
import { useUser } from '../lib/session.ts'
import { Fact, Facts } from './facts.tsx'
import classes from './profile.module.css'

const words: Record<Permission, string> = {
  canManageUsers: 'Manage people',
  canManageSystem: 'Manage the system',
  canViewAllDocuments: 'See all documents',
  canManageDocuments: 'Manage documents',
  canGrantAccess: 'Give access',
  canViewOwnDocuments: 'See your own documents',
  canManageOrganization: 'Manage your organisation',
  canRequestAccess: 'Request access',
  canUploadDocuments: 'Upload documents',
  canViewGrantedDocuments: 'See documents shared with you',
}

export function AccountDetails() {
  const user = useUser()
  return (
    <Facts>
      <Fact name="User ID">
        <code>{user.id.slice(0, 8)}…</code>
      </Fact>
      <Fact name="Role">{roleLabel(user.role, user.professionalType)}</Fact>
      {user.professionalType && (
        <Fact name="Professional type">{professionalTypeLabels[user.professionalType]}</Fact>
      )}
      {!user.confirmed && <Fact name="Status">Waiting for an administrator to confirm you</Fact>}
    </Facts>
  )
}

/** Permissions of the person in plain words. */
export function PermissionBadges() {
  const { permissions } = useUser()
  if (permissions.length === 0) return <p className={classes.lead}>You have no permissions yet.</p>
  return (
    <ul className={classes.badges}>
      {permissions.map((permission) => (
        <li key={permission}>
          <Badge size="lg" variant="light" color="gray" radius="sm" tt="none" fw={500}>
            {words[permission]}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
