import { screen, success } from '@deedbox/contract/messages.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { requestSorts } from '@deedbox/contract/sorts.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { useMemo, useState } from 'react'
import { call } from '../lib/api.ts'
import { refreshEverything } from '../lib/query.ts'
import { useParam } from '../lib/use-param.ts'
import { useSorting } from '../lib/use-sorting.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { OnlyOne } from '../ui/only-one.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { toast } from '../ui/toast.tsx'
import * as columns from './columns.tsx'
import { useRequests } from './queries.ts'
import { RemindButton } from './remind-button.tsx'
import classes from './requests.module.css'

/** The reader's own requests: Withdraw for pending ones, the grants of approved ones, and the note of each decision. */
export function OwnRequests() {
  const [sorting, setSorting] = useSorting(requestSorts, 'createdAt', { list: 'access' })
  const [status, setStatus] = useParam('status')
  const pending = status === 'pending'
  const [one, setOne] = useParam('request')
  const list = useRequests({
    view: 'own',
    status: pending ? 'pending' : 'all',
    ...(one && { request: one }),
    limit: 20,
    sort: sorting.by,
    direction: sorting.direction,
  })
  const rows = list.data?.pages.flatMap(({ requests }) => requests)
  const [withdrawing, setWithdrawing] = useState<AccessRequest | null>(null)
  const reminds = rows?.some(({ can }) => can.remind)
  const shown = useMemo(
    (): columns.RequestColumn[] => [
      columns.documentColumn,
      { ...columns.clientColumn, width: '12%' },
      columns.grantedColumn,
      columns.askedColumn,
      columns.statusColumn,
      { ...columns.decisionColumn, width: '12%' },
      {
        heading: 'Actions',
        kind: 'actions',
        width: reminds ? '16rem' : '8rem',
        cell: (request) => (
          <>
            {request.can.remind && <RemindButton request={request} />}
            {request.can.withdraw && (
              <Button size="compact-sm" variant="subtle" color="wax" onClick={() => setWithdrawing(request)}>
                Withdraw<VisuallyHidden> {`the request for ${request.documentName}`}</VisuallyHidden>
              </Button>
            )}
          </>
        ),
      },
    ],
    [reminds],
  )
  return (
    <>
      {one && <OnlyOne onShowAll={() => setOne('')} />}
      {pending && (
        <p className={classes.quiet}>
          Only pending ones.{' '}
          <Button size="compact-sm" variant="subtle" onClick={() => setStatus('')}>
            Show all
          </Button>
        </p>
      )}
      <PagedList
        list={list}
        rows={rows}
        failure={screen.loadRequests}
        empty={
          <p className={classes.quiet}>
            {pending
              ? 'None of your requests is pending.'
              : 'You have not asked for anything yet. Your requests and the decisions on them are listed here.'}
          </p>
        }
        more="needed"
      >
        <DataTable
          label="Your access requests"
          columns={shown}
          rows={rows}
          rowKey={({ id }) => id}
          sorting={sorting}
          onSort={setSorting}
        />
      </PagedList>
      {withdrawing && (
        <ConfirmDialog
          onClose={() => setWithdrawing(null)}
          title={`Withdraw your request for ${withdrawing.documentName}?`}
          confirm="Withdraw request"
          destructive
          failure={screen.withdrawFailed}
          act={async () => {
            try {
              await call('POST /api/requests/:requestId/withdraw', { params: { requestId: withdrawing.id } })
              toast.success(success.withdrawn)
            } finally {
              // Refresh even after a refusal, as it may have been decided in the meantime.
              void refreshEverything()
            }
          }}
        >
          It will not be decided. You can ask again at any time.
        </ConfirmDialog>
      )}
    </>
  )
}
