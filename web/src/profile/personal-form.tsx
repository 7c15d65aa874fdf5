import { screen, success } from '@deedbox/contract/messages.ts'
import { phoneText } from '@deedbox/contract/phone.ts'
import type { Profile } from '@deedbox/contract/profile.ts'
import { Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { call } from '../lib/api.ts'
import { queryClient, refreshEverythingLater } from '../lib/query.ts'
import { becomeUser } from '../lib/session.ts'
import { AddressFields, addressRules, phoneRule } from '../ui/address-fields.tsx'
import { CancelButton } from '../ui/cancel-button.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { toast } from '../ui/toast.tsx'
import { profileQuery } from './queries.ts'

/** The form of section 2: names, phone and postal address. */
export function PersonalForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { email, ...initial } = profile
  const form = useServerForm({
    initialValues: { ...initial, phone: phoneText(profile.phone) },
    validate: { firstName: required, lastName: required, phone: phoneRule, ...addressRules },
    async send(body) {
      const saved = await call('PUT /api/profile', { body })
      queryClient.setQueryData(profileQuery.queryKey, (kept) => kept && { ...kept, profile: saved.profile })
      await becomeUser(saved.user)
      // Refresh everything, as a new name appears in many lists.
      void refreshEverythingLater()
      toast.success(success.profileUpdated)
      onClose()
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        <FormFailure error={form.failure} title={screen.profileFailed} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="First name"
            autoComplete="given-name"
            withAsterisk
            data-autofocus
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label="Last name"
            autoComplete="family-name"
            withAsterisk
            {...form.getInputProps('lastName')}
          />
          <TextInput
            label="Email"
            description="Change it with Change email, outside this form."
            value={email}
            readOnly
          />
          <TextInput
            label="Phone"
            description="For example 0412 345 678. From abroad with +"
            type="tel"
            autoComplete="tel"
            {...form.getInputProps('phone')}
          />
        </SimpleGrid>
        <AddressFields own country={form.values.country} inputProps={(name) => form.getInputProps(name)} />
        <Group justify="flex-end">
          <CancelButton onCancel={onClose} />
          <SubmitButton busy={form.busy}>Save changes</SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}
