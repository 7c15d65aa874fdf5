import type { OwnerRequest } from '@deedbox/contract/owner-requests.ts'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { useState } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { ResendDialog } from '../ui/resend-dialog.tsx'

/** Says that the email to the owner was not delivered, and what the requester can do. */
export function Undelivered({ request }: { request: OwnerRequest }) {
  const [resending, setResending] = useState(false)
  return (
    <Alert
      color="wax"
      icon={<IconMailOff />}
      title={`The email to ${request.ownerEmail} was not delivered`}
      mb="md"
    >
      <Stack gap="xs" align="flex-start">
        <span>
          Check the address: if it is wrong, withdraw this request and ask again. If it is right, send the
          email again, or tell them yourself and send them the link to the request.
        </span>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => setResending(true)}>
            Send again
          </Button>
          <CopyButton text={`${location.origin}/owner-request/${request.id}`}>Copy the link</CopyButton>
        </Group>
      </Stack>
      {resending && request.undeliveredMail && (
        <ResendDialog
          mail={{ id: request.undeliveredMail, kind: 'owner_request', recipient: request.ownerEmail }}
          onClose={() => setResending(false)}
        />
      )}
    </Alert>
  )
}
