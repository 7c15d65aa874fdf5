import { Button } from '@mantine/core'
import { IconMapSearch } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Notice } from './notice.tsx'

/** The catch-all page. */
export function NotFound() {
  return (
    <Notice
      icon={IconMapSearch}
      title="Oops! Page not found"
      action={
        <Button component={Link} to="/">
          Return to home
        </Button>
      }
    >
      There is nothing at this address. It may have been mistyped, or the page has moved.
    </Notice>
  )
}
