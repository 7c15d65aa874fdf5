import { lazy, Suspense } from 'react'
import { Dashboard } from '../dashboard/dashboard.tsx'
import { useUser } from '../lib/session.ts'
import { PageLoading } from '../ui/page-loading.tsx'

const TrusteeDashboard = lazy(() => import('./dashboard-trustee.tsx'))

/** /dashboard: the trustee's is large and loaded only for trustees. */
export function Component() {
  const { role } = useUser()
  if (role !== 'trustee') return <Dashboard />
  return (
    <Suspense fallback={<PageLoading />}>
      <TrusteeDashboard />
    </Suspense>
  )
}
