import {
  type ProfessionalType,
  professionalTypeLabels,
  professionalTypes,
  type Role,
  roleLabel,
} from '@deedbox/contract/permissions.ts'
import { Autocomplete, NativeSelect } from '@mantine/core'
import { holds, useUser } from '../lib/session.ts'
import type { DayProps } from '../ui/day-field.tsx'
import { required } from '../ui/rules.ts'
import { UntilWhen } from '../ui/until-when.tsx'
import { useOrganizationNames } from './organization-names.ts'

type RoleValues = { role: Role; professionalType: ProfessionalType | ''; organization: string }

/** Returns the message for an Org Admin without an organisation. */
export const organizationRule = (name: string, { role }: { role: Role }) =>
  role === 'b2b_admin' ? required(name) : null

/** Returns the values to send: those that the role has. */
export const ofRole = ({ role, professionalType, organization }: RoleValues) => ({
  role,
  professionalType: role === 'requestor' && professionalType ? professionalType : null,
  organization: role === 'admin' || role === 'guest' ? '' : organization,
})

/** Fields for a role and what it needs: a professional type, an organisation (an Org Admin's is always their own), or a last day. */
export function RoleFields(props: {
  role: Role
  roles: readonly Role[]
  inputProps: (name: 'role' | 'professionalType' | 'organization') => object
  lastDay: DayProps
  autoFocus?: boolean
}) {
  const { role, inputProps } = props
  const everywhere = holds(useUser(), 'canManageSystem')
  return (
    <>
      <NativeSelect
        label="Role"
        data={props.roles.map((value) => ({ value, label: roleLabel(value) }))}
        data-autofocus={props.autoFocus}
        {...inputProps('role')}
      />
      {role === 'requestor' && (
        <NativeSelect
          label="Professional type"
          data={[
            { value: '', label: 'None' },
            ...professionalTypes.map((value) => ({ value, label: professionalTypeLabels[value] })),
          ]}
          {...inputProps('professionalType')}
        />
      )}
      {everywhere && role !== 'guest' && role !== 'admin' && (
        <OrganizationField required={role === 'b2b_admin'} inputProps={inputProps('organization')} />
      )}
      {role === 'guest' && <UntilWhen label="Last day of access" quick {...props.lastDay} />}
    </>
  )
}

function OrganizationField({ required, inputProps }: { required: boolean; inputProps: object }) {
  const { value = '' } = inputProps as { value?: string }
  return (
    <Autocomplete
      label="Organisation"
      description="A new name creates a new organisation."
      withAsterisk={required}
      data={useOrganizationNames(value)}
      filter={({ options }) => options}
      {...inputProps}
    />
  )
}
