import { Navigate } from 'react-router'
import { holds, useUser } from '../lib/session.ts'
import { ReviewRequests } from '../requests/review-page.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** /trustee/requests: for trustees and administrators; anybody else is sent to the dashboard. */
export function Component() {
  if (!holds(useUser(), 'canManageDocuments')) return <Navigate to="/dashboard" replace />
  return (
    <>
      <PageHeader title="Access Requests" />
      <ReviewRequests />
    </>
  )
}
