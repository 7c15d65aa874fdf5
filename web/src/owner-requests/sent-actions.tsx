import { screen, success } from '@deedbox/contract/messages.ts'
import type { OwnerRequest } from '@deedbox/contract/owner-requests.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../lib/api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { refreshOwnerRequests } from './queries.ts'

/** Send Reminder and Withdraw, for the requester of an owner request. */
export function SentActions({ request }: { request: OwnerRequest }) {
  const [withdrawing, setWithdrawing] = useState(false)
  const params = { requestId: request.id }
  const reminder = useMutation({
    mutationFn: () => call('POST /api/owner-requests/:requestId/remind', { params }),
    onSuccess: ({ emailSent }) => {
      if (emailSent) toast.success(success.reminded)
      else toast.warning('The reminder could not be sent yet. Deedbox will try again.')
    },
    onError: (error) => toast.failure(screen.reminderFailed, error),
    onSettled: refreshOwnerRequests,
  })
  const which = <VisuallyHidden> {`the request to ${request.ownerEmail}`}</VisuallyHidden>
  return (
    <>
      {request.can.remind && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={reminder.isPending}
          onClick={() => reminder.mutate()}
        >
          Send Reminder<VisuallyHidden> about the request to {request.ownerEmail}</VisuallyHidden>
        </Button>
      )}
      {request.can.withdraw && (
        <Button size="compact-sm" variant="subtle" color="wax" onClick={() => setWithdrawing(true)}>
          Withdraw{which}
        </Button>
      )}
      {withdrawing && (
        <ConfirmDialog
          onClose={() => setWithdrawing(false)}
          title={`Withdraw your request to ${request.ownerName ?? request.ownerEmail}?`}
          confirm="Withdraw request"
          destructive
          failure={screen.withdrawFailed}
          act={async () => {
            try {
              await call('POST /api/owner-requests/:requestId/withdraw', { params })
              toast.success(success.ownerRequestWithdrawn)
            } finally {
              // Refresh even after a refusal, as it may have been fulfilled in the meantime.
              void refreshOwnerRequests()
            }
          }}
        >
          We will tell {request.status === 'claimed' ? `${request.claimedByName} and the owner` : 'the owner'}{' '}
          by email that you no longer need the documents. Anything already shared with you stays shared.
        </ConfirmDialog>
      )}
    </>
  )
}
