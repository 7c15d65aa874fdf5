import { Tabs } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { useUser } from '../lib/session.ts'
import { NoOrganization } from '../organizations/organization-settings.tsx'
import { MemberRequests } from '../owner-requests/member-requests.tsx'
import { OrganizationRequests } from '../requests/organization-requests.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** Page /b2b/requests: Org Admins see and remind; trustees and administrators decide. */
export function Component() {
  const { organizationId, organizationName } = useUser()
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'owners' ? 'owners' : 'access'
  return (
    <>
      <PageHeader
        title="Requests"
        lead={`What members of ${organizationName ?? 'your organisation'} ask for, and requests for its documents. A trustee decides; you can send a reminder after 2 days.`}
      />
      {organizationId === null ? (
        <NoOrganization />
      ) : (
        <Tabs
          value={tab}
          onChange={(chosen) =>
            setParams(chosen === 'owners' ? { tab: 'owners' } : {}, { preventScrollReset: true })
          }
          keepMounted={false}
        >
          <Tabs.List aria-label="Requests">
            <Tabs.Tab value="access">Access requests</Tabs.Tab>
            <Tabs.Tab value="owners">Requests to document owners</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="access" pt="md">
            <OrganizationRequests />
          </Tabs.Panel>
          <Tabs.Panel value="owners" pt="md">
            <MemberRequests />
          </Tabs.Panel>
        </Tabs>
      )}
    </>
  )
}
