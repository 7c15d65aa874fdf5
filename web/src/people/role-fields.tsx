import {
  type ProfessionalType,
  professionalTypes,
  type Role,
  roleLabel,
  roles,
} from '@deedbox/contract/permissions.ts'
import { Autocomplete, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DayProps } from '../ui/day-field.tsx'
import { required } from '../ui/rules.ts'
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

type RoleValues = { role: Role; professionalType: ProfessionalType | ''; organization: string }

/** An Org Admin needs an organisation. */
export const organizationRule = (name: string, { role }: { role: Role }) =>
  role === 'b2b_admin' ? required(name) : null

/** The values to send: only those that the role has. */
export const ofRole = ({ role, professionalType, organization }: RoleValues) => ({
  role,
  professionalType: role === 'requestor' && professionalType ? professionalType : null,
  organization: role === 'admin' || role === 'guest' ? '' : organization,
})

/** A role and what it needs: a professional type, an organisation, or a last day. */
export function RoleFields(props: {
  role: Role
  inputProps: (name: 'role' | 'professionalType' | 'organization') => object
  lastDay: DayProps
  autoFocus?: boolean
}) {
  const { role, inputProps } = props
  const organizations = useQuery(invitationsQuery).data?.organizations ?? []
  return (
    <>
      <NativeSelect
        label="Role"
        data={roles.map((value) => ({ value, label: roleLabel(value) }))}
        data-autofocus={props.autoFocus}
        {...inputProps('role')}
      />
      {role === 'requestor' && (
        <NativeSelect
          label="Professional type"
          data={[
            { value: '', label: 'None' },
            ...professionalTypes.map((value) => ({ value, label: typeLabels[value] })),
          ]}
          {...inputProps('professionalType')}
        />
      )}
      {role !== 'guest' && role !== 'admin' && (
        <Autocomplete
          label="Organisation"
          description="A new name creates a new organisation."
          withAsterisk={role === 'b2b_admin'}
          data={organizations.map(({ name }) => name)}
          {...inputProps('organization')}
        />
      )}
      {role === 'guest' && <UntilWhen label="Last day of access" quick {...props.lastDay} />}
    </>
  )
}
