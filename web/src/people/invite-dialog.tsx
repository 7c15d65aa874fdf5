import { addDays } from '@deedbox/contract/dates.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import {
  type ProfessionalType,
  professionalTypes,
  type Role,
  roleLabel,
  roles,
} from '@deedbox/contract/permissions.ts'
import { Autocomplete, Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { queryClient } from '../lib/query.ts'
import { useToday } from '../lib/today.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { emailRule, required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { typedDay } from '../ui/typed-day.ts'
import { UntilWhen } from '../ui/until-when.tsx'
import { invitationsQuery } from './invitations-query.ts'

const typeLabels: Record<ProfessionalType, string> = {
  general: 'General',
  legal_counsel: 'Legal Counsel',
  lawyer: 'Lawyer',
  accountant: 'Accountant',
  financial_advisor: 'Financial Advisor',
  notary: 'Notary',
}

/** Invites a person to any role; what a role does not need is not asked. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const organizations = useQuery(invitationsQuery).data?.organizations ?? []
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
      organization: (name, { role }) => (role === 'b2b_admin' ? required(name) : null),
    },
    days: {
      expiresOn: ({ role }) => (role === 'guest' ? { kind: 'future', required: screen.dayRequired } : null),
    },
    fieldOf: {
      'user-exists': 'email',
      'invitation-exists': 'email',
    },
    async send({ professionalType, organization, expiresOn, ...person }) {
      const { emailSent, invitation } = await call('POST /api/invitations', {
        body: {
          ...person,
          professionalType: person.role === 'requestor' && professionalType ? professionalType : null,
          organization: person.role === 'admin' || person.role === 'guest' ? '' : organization,
          expiresOn,
        },
      })
      if (emailSent) toast.success(`Invitation sent to ${invitation.email}`)
      else
        toast.warning(
          'The e-mail could not be sent yet; it is tried again.',
          `${invitation.email} is invited`,
        )
      void queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey })
      onClose()
    },
  })
  const { role } = form.values

  return (
    <Dialog onClose={onClose} title="Invite a person" size="lg" closeOnClickOutside={!form.isDirty()}>
      <form noValidate onSubmit={form.submit}>
        <Stack>
          <FormFailure error={form.failure} title="Failed to invite" />
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
          <NativeSelect
            label="Role"
            data={roles.map((value) => ({ value, label: roleLabel(value) }))}
            {...form.getInputProps('role')}
          />
          {role === 'requestor' && (
            <NativeSelect
              label="Professional type"
              data={[
                { value: '', label: 'None' },
                ...professionalTypes.map((value) => ({ value, label: typeLabels[value] })),
              ]}
              {...form.getInputProps('professionalType')}
            />
          )}
          {role !== 'guest' && role !== 'admin' && (
            <Autocomplete
              label="Organisation"
              description="A new name makes a new organisation."
              withAsterisk={role === 'b2b_admin'}
              data={organizations.map(({ name }) => name)}
              {...form.getInputProps('organization')}
            />
          )}
          {role === 'guest' && <UntilWhen label="Last day of access" quick {...form.day('expiresOn')} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton busy={form.busy}>Send invitation</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
