import { screen } from '@deedbox/contract/messages.ts'
import type { Permission } from '@deedbox/contract/permissions.ts'
import { Navigate, Outlet, useLocation, useMatches } from 'react-router'
import { holds, useSession } from '../lib/session.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import type { Titled } from '../ui/page-titles.ts'
import { ErrorState } from '../ui/states.tsx'
import { AccessDenied } from './access-denied.tsx'

/**
 * Guards the routes below it. People who are signed out go to /login, which leads back here, or ('denied') see Access Denied with a Sign In link,
 * where the specification says so. `anyOf`: one of these permissions is needed.
 */
export function RequireUser(props: { anyOf?: Permission[]; signedOut?: 'login' | 'denied' }) {
  const { session, user, error, retry } = useSession()
  const { pathname, search, hash } = useLocation()
  const titled = useMatches().at(-1)?.handle as Titled | undefined
  if (!session && error) return <ErrorState title={screen.loadData} error={error} onRetry={retry} />
  if (!session) return <PageLoading {...titled} />
  if (!user && props.signedOut === 'denied') return <AccessDenied signedIn={false} />
  if (!user)
    return <Navigate to={`/login?returnTo=${encodeURIComponent(pathname + search + hash)}`} replace />
  if (props.anyOf && !holds(user, ...props.anyOf)) return <AccessDenied signedIn />
  return <Outlet />
}
