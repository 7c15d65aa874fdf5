import { publicPages } from '@deedbox/contract/site.ts'
import { Button } from '@mantine/core'
import { IconMapSearch } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { PageLoading } from '../ui/page-loading.tsx'
import { Notice } from './notice.tsx'

/** Path at which this copy of the application was loaded. */
const loadedAt = globalThis.location?.pathname

/** The catch-all page. Public pages are outside of the application, so links to them load the page. */
export function NotFound() {
  const { pathname } = useLocation()
  const outside = pathname !== loadedAt && publicPages.some(({ path }) => path === pathname)
  useEffect(() => {
    if (outside) location.replace(pathname)
  }, [outside, pathname])
  if (outside) return <PageLoading />
  return (
    <Notice
      icon={IconMapSearch}
      title="Oops! Page not found"
      action={
        <Button component="a" href="/">
          Return to home
        </Button>
      }
    >
      There is nothing at this address. It may have been mistyped, or the page has moved.
    </Notice>
  )
}
