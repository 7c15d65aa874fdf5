import { roleLabel } from '@deedbox/contract/permissions.ts'
import { providerRoles } from '@deedbox/contract/provider-roles.ts'
import { NativeSelect, type NativeSelectProps } from '@mantine/core'

/** Role of people who come for the first time; only the deployment's own providers make trustees. */
export function RoleField({ ofDeployment, ...rest }: NativeSelectProps & { ofDeployment: boolean }) {
  const offered = providerRoles.filter((role) => ofDeployment || role !== 'trustee' || rest.value === role)
  return (
    <NativeSelect
      label="New people become"
      description={
        rest.value === 'trustee'
          ? 'Trustees see every document, and are confirmed at once.'
          : 'An open invitation says otherwise.'
      }
      data={offered.map((role) => ({ value: role, label: roleLabel(role) }))}
      {...rest}
    />
  )
}
