import { businessNumberDoubt, businessNumberProblems } from '@deedbox/contract/business-numbers.ts'
import { merge, type Theirs } from '@deedbox/contract/merge.ts'
import { screen } from '@deedbox/contract/messages.ts'
import { organizationFields } from '@deedbox/contract/organization-fields.ts'
import type { Organization, OrganizationDetails } from '@deedbox/contract/organizations.ts'
import { errors } from '@deedbox/contract/refusals/practice.ts'
import { SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError, call } from '../lib/api.ts'
import { AddressFields, addressRules, phoneRule } from '../ui/address-fields.tsx'
import { CancelButton } from '../ui/cancel-button.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { FormFailure, useServerForm } from '../ui/form.tsx'
import { emailRule, required } from '../ui/rules.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { TheirChanges } from '../ui/their-changes.tsx'
import { typedDetails } from './details.ts'
import { readOrganization } from './queries.ts'

/**
 * The details of an organisation, or of a new one. If somebody else has saved it meanwhile, the form shows their changes, keeps the typed text, and
 * can be saved again.
 */
export function OrganizationForm(props: {
  organization: Organization | null
  submit: string
  onSaved: (organization: Organization) => Promise<void> | void
  onCancel?: () => void
}) {
  const [opened, setOpened] = useState(props.organization)
  const [theirs, setTheirs] = useState<Theirs<keyof OrganizationDetails>[]>([])

  async function save(values: OrganizationDetails): Promise<Organization> {
    if (!opened) return (await call('POST /api/organizations', { body: values })).organization
    const params = { organizationId: opened.id }
    const body = { ...values, updatedAt: opened.updatedAt }
    try {
      return (await call('PUT /api/organizations/:organizationId', { params, body })).organization
    } catch (error) {
      if (error instanceof ApiError && error.code === 'organization-changed') {
        const { organization: latest } = await readOrganization(opened.id)
        const merged = merge(typedDetails(opened), values, typedDetails(latest))
        form.setValues(merged.values)
        setTheirs(merged.theirs)
        setOpened(latest)
      }
      throw error
    }
  }

  const form = useServerForm<OrganizationDetails>({
    initialValues: typedDetails(props.organization),
    validate: {
      name: required,
      abn: (_, values) => businessNumberProblems(values).abn ?? null,
      acn: (_, values) => businessNumberProblems(values).acn ?? null,
      ...addressRules,
      contactEmail: (email) => (email.trim() === '' ? null : emailRule(email)),
      contactPhone: phoneRule,
    },
    fieldOf: { 'organization-exists': 'name', 'abn-taken': 'abn', 'acn-taken': 'acn' },
    async send(values) {
      const saved = await save(values)
      setOpened(saved)
      setTheirs([])
      form.setValues(typedDetails(saved))
      form.resetDirty(typedDetails(saved))
      await props.onSaved(saved)
    },
  })
  const changed = form.failure instanceof ApiError && form.failure.code === 'organization-changed'
  const field = (name: keyof OrganizationDetails) => ({
    label: organizationFields[name],
    autoComplete: 'off',
    ...form.getInputProps(name),
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack>
        {changed ? (
          <TheirChanges
            title={errors['organization-changed'].message}
            labels={organizationFields}
            theirs={theirs}
            onTake={({ field, now }) => form.setFieldValue(field, now)}
          />
        ) : (
          <FormFailure error={form.failure} title={screen.organizationFailed} />
        )}
        <TextInput {...field('name')} withAsterisk data-autofocus />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput {...field('abn')} inputMode="numeric" description="11 digits" />
          <TextInput
            {...field('acn')}
            inputMode="numeric"
            description={businessNumberDoubt(form.values) ?? '9 digits, companies only'}
          />
        </SimpleGrid>
        <AddressFields country={form.values.country} inputProps={(name) => form.getInputProps(name)} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput {...field('contactName')} />
          <TextInput {...field('contactEmail')} type="email" />
          <TextInput {...field('contactPhone')} type="tel" />
        </SimpleGrid>
        <DialogButtons>
          {props.onCancel && <CancelButton onCancel={props.onCancel} />}
          <SubmitButton busy={form.busy}>{props.submit}</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  )
}
