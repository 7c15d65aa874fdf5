import { addDays, dayOf } from '@deedbox/contract/dates.ts'
import { manageableRoles } from '@deedbox/contract/inviting.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import type { UserRow } from '@deedbox/contract/people.ts'
import { isRole, type ProfessionalType, type Role, roleLabel } from '@deedbox/contract/permissions.ts'
import { Stack, Text } from '@mantine/core'
import { call } from '../lib/api.ts'
import { useDeployment, useUser } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { typedDay } from '../ui/typed-day.ts'
import { refreshPeople } from './refresh.ts'
import { ofRole, organizationRule, RoleFields } from './role-fields.tsx'

const roleDescriptions: Record<Role, string> = {
  admin: 'Administrators see all documents and manage everyone.',
  trustee: 'Trustees see all documents here, share them and decide on requests.',
  b2b_admin: 'Organisation administrators see the documents of their organisation and manage its members.',
  requestor: 'Requestors see their own documents and what is shared with them, and ask for more.',
  guest: 'Guests see only what is shared with them, until their last day.',
}

/** Changes the role of a person. */
export function RoleDialog({ user, name, onClose }: { user: UserRow; name: string; onClose: () => void }) {
  const manager = useUser()
  const { timeZone } = useDeployment()
  const today = useToday()
  const form = useServerForm({
    initialValues: {
      role: (isRole(user.role) ? user.role : 'guest') as Role,
      professionalType: (user.professionalType ?? '') as ProfessionalType | '',
      organization: user.organizationName ?? '',
      expiresOn: typedDay(
        user.accessExpiresAt ? dayOf(user.accessExpiresAt, timeZone) : addDays(today, limits.guestDays),
      ),
    },
    validate: { organization: organizationRule },
    days: {
      expiresOn: ({ role }) => (role === 'guest' ? { kind: 'future', required: screen.dayRequired } : null),
    },
    fieldOf: { 'organization-deactivated': 'organization' },
    async send({ expiresOn, ...values }) {
      await call('POST /api/users/:userId/role', {
        params: { userId: user.id },
        body: { ...ofRole(values), expiresOn },
      })
      toast.success(`${name} is now: ${roleLabel(values.role, values.professionalType || null)}`)
      void refreshPeople()
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={`Change the role of ${name}`}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <FormFailure error={form.failure} title="Failed to change the role" />
          <RoleFields
            role={form.values.role}
            roles={manageableRoles(manager)}
            inputProps={(field) => form.getInputProps(field)}
            lastDay={form.day('expiresOn')}
            autoFocus
          />
          <Text size="sm" aria-live="polite">
            {roleDescriptions[form.values.role]} The change takes effect at once. The documents and access of{' '}
            {name} stay as they are.
          </Text>
          <DialogButtons>
            <CancelButton onCancel={onClose} />
            <SubmitButton busy={form.busy}>Change role</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
