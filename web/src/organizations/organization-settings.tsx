import { screen } from '@deedbox/contract/messages.ts'
import { IconBuilding } from '@tabler/icons-react'
import { refreshSession } from '../lib/query.ts'
import { Card } from '../ui/card.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { OrganizationForm } from './organization-form.tsx'
import classes from './organizations.module.css'
import { refreshOrganizations, useOrganization } from './queries.ts'

/** Notice to an Org Admin without an organisation, who can do nothing about it. */
export const NoOrganization = () => (
  <EmptyState icon={IconBuilding} title="You do not belong to an organisation">
    An administrator can add you to one.
  </EmptyState>
)

/** The details of an Org Admin’s own organisation, in a form. */
export function OrganizationSettings({ organizationId }: { organizationId: string }) {
  const { data, error, refetch } = useOrganization(organizationId)
  if (error && !data) return <ErrorState title={screen.loadOrganization} error={error} onRetry={refetch} />
  if (!data) return <PageLoading />
  return (
    <div className={classes.narrow}>
      <Card title="Details">
        <OrganizationForm
          organization={data.organization}
          submit="Save changes"
          onSaved={async () => {
            toast.success('Organisation settings saved')
            await Promise.all([refreshSession(), refreshOrganizations()])
          }}
        />
      </Card>
    </div>
  )
}
