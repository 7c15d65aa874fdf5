import { addDays } from '@deedbox/contract/dates.ts'
import { invitableRoles } from '@deedbox/contract/inviting.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import type { ProfessionalType, Role } from '@deedbox/contract/permissions.ts'
import { SimpleGrid, Stack, TextInput } from '@mantine/core'
import { call } from '../lib/api.ts'
import { useUser } from '../lib/session.ts'
import { useToday } from '../lib/today.ts'
import { CancelButton } from '../ui/cancel-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { emailRule } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { typedDay } from '../ui/typed-day.ts'
import { refreshPeople } from './refresh.ts'
import { ofRole, organizationRule, RoleFields } from './role-fields.tsx'

/** Invites a person to a role that the caller may give; it asks only for fields that the role needs. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const user = useUser()
  const form = useServerForm({
    initialValues: {
      email: '',
      firstName: '',
      lastName: '',
      role: 'guest' as Role,
      professionalType: '' as ProfessionalType | '',
      organization: '',
      expiresOn: typedDay(addDays(useToday(), limits.guestDays)),
    },
    validate: {
      email: emailRule,
      organization: organizationRule,
    },
    days: {
      expiresOn: ({ role }) => (role === 'guest' ? { kind: 'future', required: screen.dayRequired } : null),
    },
    fieldOf: {
      'user-exists': 'email',
      'invitation-exists': 'email',
      'recipient-stopped': 'email',
      'organization-deactivated': 'organization',
    },
    async send({ role, professionalType, organization, ...person }) {
      const { emailSent, invitation } = await call('POST /api/invitations', {
        body: { ...person, ...ofRole({ role, professionalType, organization }) },
      })
      if (emailSent) toast.success(`Invitation sent to ${invitation.email}`)
      else
        toast.warning(
          'The email could not be sent yet. Deedbox will try again.',
          `${invitation.email} is invited`,
        )
      void refreshPeople()
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title="Invite a person" size="lg">
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <FormFailure error={form.failure} title="Failed to send the invitation" />
          <TextInput
            label="Email"
            type="email"
            data-autofocus
            withAsterisk
            {...form.getInputProps('email')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label="First name" {...form.getInputProps('firstName')} />
            <TextInput label="Last name" {...form.getInputProps('lastName')} />
          </SimpleGrid>
          <RoleFields
            role={form.values.role}
            roles={invitableRoles(user)}
            inputProps={(field) => form.getInputProps(field)}
            lastDay={form.day('expiresOn')}
          />
          <DialogButtons>
            <CancelButton onCancel={onClose} />
            <SubmitButton busy={form.busy}>Send invitation</SubmitButton>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
