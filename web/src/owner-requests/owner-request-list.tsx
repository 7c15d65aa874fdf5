import { screen } from '@deedbox/contract/messages.ts'
import type { OwnerRequest } from '@deedbox/contract/owner-requests.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconMailQuestion } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import classes from './owner-requests.module.css'
import { useOwnerRequestList } from './queries.ts'
import { RequestFacts } from './request-facts.tsx'
import { RequestStatus } from './request-status.tsx'

type View = 'sent' | 'received'

/**
 * Owner requests, newest first: 'sent' by the reader, or 'received' (addressed to their e-mail, or claimed by them).
 * Received ones lead to their page; the page is not for who sent them (specification, section 6), whose requests are
 * shown whole in place. `emptyAction`: the next step where the list is empty.
 */
export function OwnerRequestList({ view, emptyAction }: { view: View; emptyAction?: ReactNode }) {
  const list = useOwnerRequestList(view)
  const [shown, setShown] = useState<OwnerRequest | null>(null)
  const columns = useMemo(() => (view === 'received' ? received : [...sent, details(setShown)]), [view])
  const rows = list.data?.pages.flatMap(({ requests }) => requests)
  if (list.error && !rows)
    return <ErrorState title={screen.loadOwnerRequests} error={list.error} onRetry={list.refetch} />
  if (rows?.length === 0)
    return view === 'received' ? (
      <EmptyState icon={IconMailQuestion} title="No requests to you">
        When somebody asks you for documents by your e-mail address, the request stands here, and so do those
        that you have claimed.
      </EmptyState>
    ) : (
      <EmptyState icon={IconMailQuestion} title="No requests sent" action={emptyAction}>
        What you ask document owners for stands here, and how far it has come.
      </EmptyState>
    )
  return (
    <>
      <DataTable
        label={view === 'received' ? 'Requests received' : 'Requests sent'}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
      />
      {rows && (
        <LoadMore
          shown={rows.length}
          total={list.data?.pages[0]?.total ?? rows.length}
          hasMore={list.hasNextPage}
          busy={list.isFetchingNextPage}
          error={list.error}
          onMore={list.fetchNextPage}
        />
      )}
      {shown && (
        <Dialog
          onClose={() => setShown(null)}
          title={`Request to ${shown.ownerName ?? shown.ownerEmail}`}
          size="lg"
        >
          <RequestFacts request={shown} />
        </Dialog>
      )}
    </>
  )
}

const person = (name: string | null, email: string, to?: string) => (
  <div className={classes.person}>
    <Cut text={name ?? email} {...(to ? { to } : {})} />
    {name && (
      <div className={classes.small}>
        <Cut text={email} />
      </div>
    )}
  </div>
)

const message: Column<OwnerRequest> = {
  heading: 'Request',
  width: '34%',
  minor: true,
  cell: (request) => <Cut text={request.message.replace(/\s+/g, ' ')} />,
}

const status: Column<OwnerRequest> = {
  heading: 'Status',
  width: '8rem',
  cell: (request) => <RequestStatus status={request.status} />,
}

const claimer: Column<OwnerRequest> = {
  heading: 'Claimed by',
  width: '14%',
  minor: true,
  cell: ({ claimedByName }) =>
    claimedByName ? <Cut text={claimedByName} /> : <span className={classes.quiet}>—</span>,
}

const when = (heading: string): Column<OwnerRequest> => ({
  heading,
  kind: 'number',
  width: '8.5rem',
  cell: (request) => <WhenStacked at={request.createdAt} />,
})

const received: Column<OwnerRequest>[] = [
  {
    heading: 'From',
    kind: 'main',
    cell: ({ id, requesterName, requesterEmail }) =>
      person(requesterName, requesterEmail, `/owner-request/${id}`),
  },
  message,
  status,
  claimer,
  when('Received'),
]

const sent: Column<OwnerRequest>[] = [
  { heading: 'To', kind: 'main', cell: ({ ownerName, ownerEmail }) => person(ownerName, ownerEmail) },
  message,
  status,
  claimer,
  when('Sent'),
]

const details = (onShow: (request: OwnerRequest) => void): Column<OwnerRequest> => ({
  heading: 'Actions',
  kind: 'actions',
  width: '6rem',
  cell: (request) => (
    <Button size="compact-sm" variant="subtle" onClick={() => onShow(request)}>
      Details<VisuallyHidden> of the request to {request.ownerEmail}</VisuallyHidden>
    </Button>
  ),
})
