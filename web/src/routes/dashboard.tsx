import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Dashboard } from '../dashboard/dashboard.tsx'
import { holds, useUser } from '../lib/session.ts'
import { PageLoading } from '../ui/page-loading.tsx'

const TrusteeDashboard = lazy(() => import('./dashboard-trustee.tsx'))
const AdminWaiting = lazy(() => import('./dashboard-waiting.tsx'))
const SentRequests = lazy(() => import('./dashboard-sent.tsx'))

/** /dashboard: code that only some roles need is loaded only for them. */
export function Component() {
  const user = useUser()
  if (user.role !== 'trustee')
    return (
      <Dashboard
        waiting={
          <Suspense fallback={<Skeleton height={240} radius="md" />}>
            {holds(user, 'canManageDocuments') && <AdminWaiting />}
            {holds(user, 'canRequestAccess') && <SentRequests />}
          </Suspense>
        }
      />
    )
  return (
    <Suspense fallback={<PageLoading />}>
      <TrusteeDashboard />
    </Suspense>
  )
}
