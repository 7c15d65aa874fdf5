import { roleLabel } from '@deedbox/contract/permissions.ts'
import { providerRoles } from '@deedbox/contract/provider-roles.ts'
import { NativeSelect, type NativeSelectProps } from '@mantine/core'

/** What people become who come for the first time; only administrators let them in as trustees. */
export function RoleField({ administrates, ...rest }: NativeSelectProps & { administrates: boolean }) {
  const offered = providerRoles.filter((role) => administrates || role !== 'trustee' || rest.value === role)
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
