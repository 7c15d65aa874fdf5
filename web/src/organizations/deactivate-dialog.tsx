import { counted } from '@deedbox/contract/counts.ts'
import type { Organization } from '@deedbox/contract/organizations.ts'
import { call } from '../lib/api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { refreshOrganizations } from './queries.ts'

/** Asks before an organisation is deactivated or reactivated. `lockedOut`: number of members who cannot sign in while it is deactivated. */
export function DeactivateDialog(props: {
  organization: Organization
  lockedOut: number
  onClose: () => void
}) {
  const { organization, lockedOut, onClose } = props
  const { name, deactivatedAt } = organization
  const params = { organizationId: organization.id }
  const people = counted(lockedOut, 'member')
  if (deactivatedAt)
    return (
      <ConfirmDialog
        onClose={onClose}
        title={`Reactivate ${name}?`}
        confirm="Reactivate"
        failure="Failed to reactivate this organisation"
        act={async () => {
          await call('POST /api/organizations/:organizationId/reactivate', { params })
          toast.success(`${name} is active again`)
          await refreshOrganizations()
        }}
      >
        {people} can sign in again with the password they had. Their documents, access and open invitations
        are as they were.
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Deactivate ${name}?`}
      confirm="Deactivate"
      destructive
      failure="Failed to deactivate this organisation"
      act={async () => {
        await call('POST /api/organizations/:organizationId/deactivate', { params })
        toast.success(`${name} is deactivated`)
        await refreshOrganizations()
      }}
    >
      {lockedOut === 0
        ? 'No member loses access now.'
        : `${people} will be signed out at once and cannot sign in.`}{' '}
      Nobody can be invited to it. Administrators are not affected. Documents, access and requests stay as
      they are, and everything comes back when you reactivate it.
    </ConfirmDialog>
  )
}
