import { Title } from '@mantine/core'
import { Navigate } from 'react-router'
import { holds, useUser } from '../lib/session.ts'
import { OwnerRequestList } from '../owner-requests/owner-request-list.tsx'
import { ReviewRequests } from '../requests/review-page.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** /trustee/requests: for trustees and administrators; anybody else is sent to the dashboard. */
export function Component() {
  const user = useUser()
  if (!holds(user, 'canManageDocuments')) return <Navigate to="/dashboard" replace />
  return (
    <>
      <PageHeader title="Access Requests" />
      <ReviewRequests />
      {holds(user, 'canGrantAccess') && (
        <section aria-labelledby="received">
          <Title order={2} size="1.25rem" mt="2.5rem" mb="sm" id="received">
            Requests to you as an owner
          </Title>
          <OwnerRequestList view="received" />
        </section>
      )}
    </>
  )
}
