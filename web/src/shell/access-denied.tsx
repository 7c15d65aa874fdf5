import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { Notice } from './notice.tsx'

/** Page for people who are not signed in or may not see the requested one. */
export function AccessDenied({ signedIn, children }: { signedIn: boolean; children?: ReactNode }) {
  const { pathname, search } = useLocation()
  return (
    <Notice
      icon={IconLock}
      title="Access Denied"
      action={
        signedIn ? (
          <Button component={Link} to="/dashboard">
            Go to the dashboard
          </Button>
        ) : (
          <Button component={Link} to={`/login?returnTo=${encodeURIComponent(pathname + search)}`}>
            Sign In
          </Button>
        )
      }
    >
      {children ??
        (signedIn ? 'You do not have permission to view this page.' : 'Please sign in to view this page.')}
    </Notice>
  )
}
