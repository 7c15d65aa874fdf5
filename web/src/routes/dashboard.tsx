import { lazy, Suspense } from 'react'
import { Dashboard } from '../dashboard/dashboard.tsx'
import { holds, useUser } from '../lib/session.ts'
import { PageLoading } from '../ui/page-loading.tsx'

const TrusteeDashboard = lazy(() => import('./dashboard-trustee.tsx'))
const AdminDashboard = lazy(() => import('./dashboard-admin.tsx'))
const SentRequests = lazy(() => import('./dashboard-sent.tsx'))

/** Cells for people other than reviewers, who have no requests to decide. */
const noRequests = { document: () => null, actions: () => null }

/** Page /dashboard: code that only some roles need is loaded for them alone. */
export function Component() {
  const user = useUser()
  if (holds(user, 'canManageDocuments'))
    return (
      <Suspense fallback={<PageLoading />}>
        {user.role === 'trustee' ? <TrusteeDashboard /> : <AdminDashboard />}
      </Suspense>
    )
  return (
    <Dashboard
      cells={noRequests}
      unclaimed={
        holds(user, 'canRequestAccess') && (
          <Suspense>
            <SentRequests />
          </Suspense>
        )
      }
    />
  )
}
