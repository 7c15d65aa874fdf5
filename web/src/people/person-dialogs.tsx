import type { UserRow } from '@deedbox/contract/people.ts'
import { call } from '../lib/api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { ExpiryDialog } from './expiry-dialog.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { refreshPeople } from './refresh.ts'
import { ReportsDialog } from './reports-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import type { PersonAction } from './row-actions.tsx'

/** The dialog for the action that an administrator chose for a person. */
export function PersonDialog(props: {
  action: PersonAction
  user: UserRow
  name: string
  onChoose: (action: PersonAction) => void
  onClose: () => void
}) {
  const { action, user, name, onClose } = props
  const params = { userId: user.id }
  if (action === 'expiry') return <ExpiryDialog user={user} name={name} onClose={onClose} />
  if (action === 'role') return <RoleDialog user={user} name={name} onClose={onClose} />
  if (action === 'handOver') return <HandOverDialog user={user} name={name} onClose={onClose} />
  if (action === 'reports')
    return (
      <ReportsDialog
        user={user}
        name={name}
        onDeactivate={user.can.deactivate ? () => props.onChoose('deactivate') : null}
        onClose={onClose}
      />
    )
  if (action === 'confirm')
    return (
      <ConfirmDialog
        onClose={onClose}
        title={`Confirm ${name} as a trustee?`}
        confirm="Confirm trustee"
        failure="Failed to confirm trustee"
        act={async () => {
          await call('POST /api/users/:userId/confirm', { params })
          toast.success(`${name} is confirmed`)
          await refreshPeople()
        }}
      >
        {user.email} will see all documents here, and can share them and renew and revoke access. We will tell
        them by email. You can change their role later.
      </ConfirmDialog>
    )
  if (action === 'signOut')
    return (
      <ConfirmDialog
        onClose={onClose}
        title={`Sign ${name} out everywhere?`}
        confirm="Sign out everywhere"
        destructive
        failure="Failed to sign this person out"
        act={async () => {
          await call('DELETE /api/users/:userId/sessions', { params })
          toast.success(`${name} is signed out everywhere`)
          await refreshPeople()
        }}
      >
        All sessions of {user.email} end at once, and so do their personal access tokens. No device of theirs
        is remembered any longer. We tell them by email, and they can sign in again.
      </ConfirmDialog>
    )
  if (action === 'resetFactors')
    return (
      <ConfirmDialog
        onClose={onClose}
        title={`Reset the second factors of ${name}?`}
        confirm="Reset"
        destructive
        failure="Failed to reset the second factors"
        act={async () => {
          await call('POST /api/users/:userId/factors/reset', { params })
          toast.success(`The second factors of ${name} are reset`)
          await refreshPeople()
        }}
      >
        For somebody who has lost them: make sure that it is really {name} who asks. Their second factors and
        backup codes are removed, and {user.email} is signed out everywhere. The password alone is then enough
        to sign in, until they set up a second factor again. We will tell them by email.
      </ConfirmDialog>
    )
  if (action === 'deactivate')
    return (
      <ConfirmDialog
        onClose={onClose}
        title={`Deactivate ${name}?`}
        confirm="Deactivate"
        destructive
        failure="Failed to deactivate this person"
        act={async () => {
          await call('POST /api/users/:userId/deactivate', { params })
          toast.success(`${name} is deactivated`)
          await refreshPeople()
        }}
      >
        {user.email} is signed out everywhere at once and can no longer sign in. Their open invitations are
        withdrawn. Their documents, matters and packets, and access they have given, stay as they are until
        somebody hands them over. You can reactivate them later.
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Reactivate ${name}?`}
      confirm="Reactivate"
      failure="Failed to reactivate this person"
      act={async () => {
        await call('POST /api/users/:userId/reactivate', { params })
        toast.success(`${name} can sign in again`)
        await refreshPeople()
      }}
    >
      {user.email} can sign in again with the password they had. Invitations that were withdrawn stay
      withdrawn.
    </ConfirmDialog>
  )
}
