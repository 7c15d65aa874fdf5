import { Button, Group } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { ApiError } from '../lib/api.ts'
import { onConnectionBack, suspectConnection } from '../lib/connection.ts'
import { Notice } from './notice.tsx'

/** A page that failed, or could not be loaded (offline, or replaced by a newer version), with a way to recover. */
export function ErrorPage() {
  const error = useRouteError()
  // Reload by itself if the page is missing because the connection is.
  useEffect(() => {
    void suspectConnection()
    return onConnectionBack(() => location.reload())
  }, [])
  return (
    <Notice
      icon={IconTool}
      title="This page could not be shown"
      action={
        <Group>
          <Button onClick={() => location.reload()}>Reload the page</Button>
          <Button component="a" href="/" variant="default">
            Return to home
          </Button>
        </Group>
      }
    >
      {error instanceof ApiError
        ? error.message
        : 'Something went wrong while showing this page. Nothing that you saved is lost. Reloading the page usually helps.'}
    </Notice>
  )
}
