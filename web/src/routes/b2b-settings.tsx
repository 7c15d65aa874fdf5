import { useUser } from '../lib/session.ts'
import { NoOrganization, OrganizationSettings } from '../organizations/organization-settings.tsx'
import classes from '../organizations/organizations.module.css'
import { Providers } from '../providers/providers.tsx'
import { TakeOut } from '../take-outs/take-out.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /b2b/settings */
export function Component() {
  const { organizationId } = useUser()
  return (
    <>
      <PageHeader
        title="Organization Settings"
        lead="Administrators see every change. Only they can deactivate an organisation."
      />
      {organizationId === null ? (
        <NoOrganization />
      ) : (
        <>
          <OrganizationSettings organizationId={organizationId} />
          <Providers organizationId={organizationId} />
          <div className={classes.takeOut}>
            <Card title="Download everything">
              <TakeOut organizationId={organizationId} />
            </Card>
          </div>
        </>
      )}
    </>
  )
}
