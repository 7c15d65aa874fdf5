import type { Organization } from '@deedbox/contract/organizations.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { OrganizationForm } from './organization-form.tsx'
import { refreshOrganizations } from './queries.ts'

/** Creates an organisation, or changes one. */
export function OrganizationDialog(props: {
  organization: Organization | null
  onSaved?: (organization: Organization) => void
  onClose: () => void
}) {
  const { organization, onClose } = props
  return (
    <Dialog
      onClose={onClose}
      title={organization ? `Edit ${organization.name}` : 'New organisation'}
      size="lg"
    >
      <OrganizationForm
        organization={organization}
        submit={organization ? 'Save changes' : 'Create organisation'}
        onCancel={onClose}
        onSaved={async (saved) => {
          toast.success(organization ? `${saved.name} is saved` : `${saved.name} is created`)
          onClose()
          props.onSaved?.(saved)
          await refreshOrganizations()
        }}
      />
    </Dialog>
  )
}
