import { screen, success } from '@deedbox/contract/messages.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { toast } from '../ui/toast.tsx'

/** Send Reminder, for a request that has been pending two days or more (specification, section 9). */
export function RemindButton({ request }: { request: AccessRequest }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('POST /api/requests/:requestId/remind', { params: { requestId: request.id } }),
    onSuccess: ({ emailSent }) => {
      if (emailSent) toast.success(success.reminded)
      else toast.warning('The reminder could not be sent yet. Deedbox will try again.')
    },
    onError: (error) => toast.failure(screen.reminderFailed, error),
    onSettled: refreshEverything,
  })
  return (
    <Button size="compact-sm" variant="subtle" color="gray" loading={isPending} onClick={() => mutate()}>
      Send Reminder
      <VisuallyHidden>
        {' '}
        about {request.requesterName}'s request for {request.documentName}
      </VisuallyHidden>
    </Button>
  )
}
