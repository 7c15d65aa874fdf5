import { screen, success } from '@deedbox/contract/messages.ts'
import type { OwnerRequest } from '@deedbox/contract/owner-requests.ts'
import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconUsers } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError, call, messageOf } from '../lib/api.ts'
import { toast } from '../ui/toast.tsx'
import classes from './owner-requests.module.css'
import { refreshOwnerRequests, showOwnerRequest } from './queries.ts'

/**
 * The Claim button, for a trustee while nobody has claimed the request; `children` for everyone else. Trustees who are too late see who claimed it.
 */
export function ClaimPart({ request, children }: { request: OwnerRequest; children: ReactNode }) {
  const claim = useMutation({
    mutationFn: () =>
      call('POST /api/owner-requests/:requestId/claim', { params: { requestId: request.id } }),
    onSuccess: (answer) => {
      toast.success(success.claimed)
      showOwnerRequest(answer.request)
    },
    onError: (error) => {
      if (wasClaimed(error) || wasWithdrawn(error)) void refreshOwnerRequests()
    },
  })
  const tooLate = wasClaimed(claim.error)
  return (
    <>
      {claim.error && (
        <Alert
          color={tooLate ? 'amber' : 'wax'}
          role="alert"
          icon={tooLate ? <IconUsers /> : <IconAlertCircle />}
          title={screen.claimFailed}
          mb="md"
        >
          {tooLate
            ? `${request.claimedByName ?? 'Somebody else'} claimed this request just before you did. Nothing was changed.`
            : messageOf(claim.error)}
        </Alert>
      )}
      {request.can.claim ? (
        <>
          <p className={classes.standing}>
            Nobody has claimed this request yet. If you claim it, you upload the documents and share them with{' '}
            {request.requesterName}. We will tell them straight away that you are working on it.
          </p>
          <Button loading={claim.isPending} onClick={() => claim.mutate()}>
            Claim request
          </Button>
        </>
      ) : (
        children
      )}
    </>
  )
}

const wasClaimed = (error: unknown) => error instanceof ApiError && error.code === 'owner-request-claimed'
const wasWithdrawn = (error: unknown) => error instanceof ApiError && error.code === 'owner-request-withdrawn'
