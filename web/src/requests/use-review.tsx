import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ApproveDialog } from './approve-dialog.tsx'
import { DenyDialog } from './deny-dialog.tsx'
import { RemindButton } from './remind-button.tsx'

/** Returns Approve, Deny and Send Reminder for the rows of a list, where the reader may use them, and the open dialog. */
export function useReview(): { actions: (request: AccessRequest) => ReactNode; dialog: ReactNode } {
  const [open, setOpen] = useState<{ what: 'approve' | 'deny'; request: AccessRequest } | null>(null)
  const close = () => setOpen(null)
  return {
    actions: (request) => (
      <>
        {request.can.decide && (
          <>
            <Button size="compact-sm" variant="light" onClick={() => setOpen({ what: 'approve', request })}>
              Approve
              <Which request={request} />
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="wax"
              onClick={() => setOpen({ what: 'deny', request })}
            >
              Deny
              <Which request={request} />
            </Button>
          </>
        )}
        {/* Last, as not every row has it: the others then stand in one place. */}
        {request.can.remind && <RemindButton request={request} />}
      </>
    ),
    dialog:
      open &&
      (open.what === 'approve' ? (
        <ApproveDialog request={open.request} onClose={close} />
      ) : (
        <DenyDialog request={open.request} onClose={close} />
      )),
  }
}

const Which = ({ request }: { request: AccessRequest }) => (
  <VisuallyHidden> {`${request.requesterName}'s request for ${request.documentName}`}</VisuallyHidden>
)
