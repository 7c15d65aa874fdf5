import { useParams } from 'react-router'
import { HoldsOn } from '../holds/holds-on.tsx'
import { Leaving } from '../leaving/leaving.tsx'
import { OrganizationPage } from '../organizations/organization-page.tsx'
import { Providers } from '../providers/providers.tsx'
import { OrganizationRequests } from '../requests/organization-requests.tsx'
import { TakeOut } from '../take-outs/take-out.tsx'

/** Page /admin/organizations/{organizationId} */
export function Component() {
  const { organizationId = '' } = useParams()
  return (
    <OrganizationPage
      key={organizationId}
      organizationId={organizationId}
      requests={<OrganizationRequests organization={organizationId} />}
      takeOut={<TakeOut organizationId={organizationId} />}
      holds={(name) => <HoldsOn kind="organisation" subject={organizationId} name={name} />}
      leaving={(name) => <Leaving organizationId={organizationId} name={name} />}
      signIn={<Providers organizationId={organizationId} />}
    />
  )
}
