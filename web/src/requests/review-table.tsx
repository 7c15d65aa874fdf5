import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { useMemo, useState } from 'react'
import { DataTable } from '../ui/data-table.tsx'
import { ApproveDialog } from './approve-dialog.tsx'
import type { RequestColumn } from './columns.tsx'
import { DenyDialog } from './deny-dialog.tsx'
import { RemindButton } from './remind-button.tsx'

type Props = {
  label: string
  /** What stands before the actions. */
  columns: RequestColumn[]
  rows: AccessRequest[] | undefined
}

/** Requests with Approve, Deny and Send Reminder, each for those who may. */
export function ReviewTable({ label, columns, rows }: Props) {
  const [approving, setApproving] = useState<AccessRequest | null>(null)
  const [denying, setDenying] = useState<AccessRequest | null>(null)
  const reminds = rows?.some(({ can }) => can.remind)
  const withActions = useMemo(
    (): RequestColumn[] => [
      ...columns,
      {
        heading: 'Actions',
        kind: 'actions',
        width: reminds ? '18.5rem' : '10.5rem',
        cell: (request) => {
          const which = (
            <VisuallyHidden>
              {' '}
              {`${request.requesterName}'s request for ${request.documentName}`}
            </VisuallyHidden>
          )
          return (
            <>
              {request.can.remind && <RemindButton request={request} />}
              {request.can.decide && (
                <>
                  <Button size="compact-sm" variant="light" onClick={() => setApproving(request)}>
                    Approve{which}
                  </Button>
                  <Button size="compact-sm" variant="subtle" color="wax" onClick={() => setDenying(request)}>
                    Deny{which}
                  </Button>
                </>
              )}
            </>
          )
        },
      },
    ],
    [columns, reminds],
  )
  return (
    <>
      <DataTable label={label} columns={withActions} rows={rows} rowKey={({ id }) => id} />
      {approving && <ApproveDialog request={approving} onClose={() => setApproving(null)} />}
      {denying && <DenyDialog request={denying} onClose={() => setDenying(null)} />}
    </>
  )
}
