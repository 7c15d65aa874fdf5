import type { OwnerRequest } from '@deedbox/contract/owner-requests.ts'
import { Alert, Stack } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { CopyButton } from '../ui/copy-button.tsx'

/** Says that the email to the owner was not delivered, and what the requester can do. */
export function Undelivered({ request }: { request: OwnerRequest }) {
  return (
    <Alert
      color="wax"
      icon={<IconMailOff />}
      title={`The email to ${request.ownerEmail} was not delivered`}
      mb="md"
    >
      <Stack gap="xs" align="flex-start">
        <span>
          Check the address: if it is wrong, withdraw this request and ask again. If it is right, tell them
          yourself, and send them the link to the request.
        </span>
        <CopyButton text={`${location.origin}/owner-request/${request.id}`}>Copy the link</CopyButton>
      </Stack>
    </Alert>
  )
}
