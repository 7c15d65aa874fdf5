import { Title } from '@mantine/core'
import { Navigate } from 'react-router'
import { holds, useUser } from '../lib/session.ts'
import { OwnerRequestList } from '../owner-requests/owner-request-list.tsx'
import { ReviewRequests } from '../requests/review-page.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Waiting } from './waiting.tsx'

/** Page /trustee/requests for trustees and administrators; anybody else is sent to the dashboard. */
export function Component() {
  const user = useUser()
  if (!holds(user, 'canManageDocuments')) return <Navigate to="/dashboard" replace />
  const claims = holds(user, 'canGrantAccess')
  return (
    <>
      <PageHeader title="Access Requests" />
      <ReviewRequests queue={(empty) => <Waiting empty={empty} />} />
      <section aria-labelledby="owner-requests">
        <Title order={2} size="1.25rem" mt="2.5rem" mb="sm" id="owner-requests">
          {claims ? 'Requests to you as an owner' : 'Owner requests that nobody has claimed'}
        </Title>
        <OwnerRequestList view={claims ? 'received' : 'unclaimed'} />
      </section>
    </>
  )
}
