import { Button, Group } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { useRouteError } from 'react-router'
import { ApiError } from '../lib/api.ts'
import { Notice } from './notice.tsx'

/** A page that broke, or whose code could not be loaded (offline, or a newer version is out): say so and help on. */
export function ErrorPage() {
  const error = useRouteError()
  return (
    <Notice
      icon={IconTool}
      title="This page could not be shown"
      action={
        <Group>
          <Button onClick={() => location.reload()}>Load the page again</Button>
          <Button component="a" href="/" variant="default">
            Return to home
          </Button>
        </Group>
      }
    >
      {error instanceof ApiError
        ? error.message
        : 'Something went wrong while showing it; nothing that you saved is lost. Loading it again usually helps.'}
    </Notice>
  )
}
