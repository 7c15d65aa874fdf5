import { screen } from '@deedbox/contract/messages.ts'
import type { OwnerRequest } from '@deedbox/contract/owner-requests.ts'
import { ownerRequestSorts } from '@deedbox/contract/sorts.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconMailQuestion } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useParam } from '../lib/use-param.ts'
import { useSorting } from '../lib/use-sorting.ts'
import { Cut } from '../ui/cut.tsx'
import { type Column, DataTable, type Sorting } from '../ui/data-table.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { OnlyOne } from '../ui/only-one.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { EmptyState } from '../ui/states.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import classes from './owner-requests.module.css'
import { Progress } from './progress.tsx'
import { useOwnerRequestList } from './queries.ts'
import { RequestFacts } from './request-facts.tsx'
import { RequestStatus } from './request-status.tsx'
import { SentActions } from './sent-actions.tsx'
import { Undelivered } from './undelivered.tsx'

type View = 'sent' | 'received' | 'unclaimed'
type TableView = View | 'organization'

/**
 * Owner requests: 'sent' by the reader, 'received' (addressed to their email, or claimed by them), newest first; or
 * 'unclaimed' by anybody, oldest first. Received and unclaimed ones link to their page. The sender cannot open that page
 * (specification, section 6), so the whole request is shown here. `emptyAction`: the next step when the list is empty.
 */
export function OwnerRequestList({ view, emptyAction }: { view: View; emptyAction?: ReactNode }) {
  const [sorting, setSorting] = useSorting(ownerRequestSorts, 'createdAt', {
    list: view,
    ...(view === 'unclaimed' ? { first: 'asc' as const } : {}),
  })
  const [one, setOne] = useParam('sent')
  const only = view === 'sent' && one ? { request: one } : {}
  const list = useOwnerRequestList(view, { sort: sorting.by, direction: sorting.direction, ...only })
  const rows = list.data?.pages.flatMap(({ requests }) => requests)
  const named = 'request' in only && <OnlyOne onShowAll={() => setOne('')} />
  return (
    <PagedList
      list={list}
      rows={rows}
      failure={screen.loadOwnerRequests}
      empty={
        <>
          {named}
          <EmptyState icon={IconMailQuestion} title={emptyTexts[view].title} action={emptyAction}>
            {emptyTexts[view].text}
          </EmptyState>
        </>
      }
    >
      {named}
      <OwnerRequestTable view={view} label={labels[view]} rows={rows} sorting={sorting} onSort={setSorting} />
    </PagedList>
  )
}

/** The table of such a list, or of requests by members of an organisation, with a dialog that shows a whole request. */
export function OwnerRequestTable(props: {
  view: TableView
  label: string
  rows: OwnerRequest[] | undefined
  sorting?: Sorting
  onSort?: (sorting: Sorting) => void
}) {
  const { view, ...table } = props
  const { rows } = table
  const [opened, setShown] = useState<OwnerRequest | null>(null)
  // The row as it is now, as its email may just have been sent again.
  const shown = opened && (rows?.find(({ id }) => id === opened.id) ?? opened)
  const reminds = rows?.some(({ can }) => can.remind) ?? false
  const columns = useMemo(
    () =>
      ({
        received,
        unclaimed,
        sent: [...sent, sentActions(setShown, reminds)],
        organization: [...ofMembers, { ...sentActions(setShown, false), width: '6.5rem' as const }],
      })[view],
    [view, reminds],
  )
  return (
    <>
      <DataTable columns={columns} rowKey={({ id }) => id} {...table} />
      {shown && (
        <Dialog
          onClose={() => setShown(null)}
          title={`Request to ${shown.ownerName ?? shown.ownerEmail}`}
          size="lg"
        >
          {shown.undeliveredMail && <Undelivered request={shown} />}
          <RequestFacts request={shown} />
        </Dialog>
      )}
    </>
  )
}

const labels: Record<View, string> = {
  sent: 'Requests sent',
  received: 'Requests received',
  unclaimed: 'Requests that nobody has claimed',
}

const emptyTexts: Record<View, { title: string; text: string }> = {
  sent: {
    title: 'No requests sent',
    text: 'Your requests to document owners are listed here, with their progress.',
  },
  received: {
    title: 'No requests to you',
    text: 'When somebody asks for documents at your email address, the request appears here. Requests that you have claimed are here too.',
  },
  unclaimed: { title: 'No unclaimed requests', text: 'Every request to a document owner has been claimed.' },
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
  sort: 'status',
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
  sort: 'createdAt',
  width: '8.5rem',
  cell: (request) => <WhenStacked at={request.createdAt} />,
})

const received: Column<OwnerRequest>[] = [
  {
    heading: 'From',
    kind: 'main',
    sort: 'name',
    cell: ({ id, requesterName, requesterEmail }) =>
      person(requesterName, requesterEmail, `/owner-request/${id}`),
  },
  message,
  status,
  claimer,
  when('Received'),
]

const sent: Column<OwnerRequest>[] = [
  {
    heading: 'To',
    kind: 'main',
    sort: 'name',
    cell: ({ ownerName, ownerEmail }) => person(ownerName, ownerEmail),
  },
  { ...message, width: '34%' },
  status,
  { heading: 'Progress', width: '15rem', cell: (request) => <Progress request={request} /> },
]

const unclaimed: Column<OwnerRequest>[] = [
  {
    heading: 'To',
    kind: 'main',
    sort: 'name',
    cell: ({ id, ownerName, ownerEmail }) => person(ownerName, ownerEmail, `/owner-request/${id}`),
  },
  {
    heading: 'From',
    width: '22%',
    cell: ({ requesterName, requesterEmail }) => person(requesterName, requesterEmail),
  },
  message,
  when('Sent'),
]

const ofMembers: Column<OwnerRequest>[] = [
  {
    heading: 'To',
    kind: 'main',
    sort: 'name',
    cell: ({ ownerName, ownerEmail }) => person(ownerName, ownerEmail),
  },
  {
    heading: 'From',
    width: '18%',
    cell: ({ requesterName, requesterEmail }) => person(requesterName, requesterEmail),
  },
  { ...message, width: '24%' },
  status,
  when('Sent'),
]

const sentActions = (onShow: (request: OwnerRequest) => void, reminds: boolean): Column<OwnerRequest> => ({
  heading: 'Actions',
  kind: 'actions',
  width: reminds ? '19rem' : '11.5rem',
  cell: (request) => (
    <>
      <Button size="compact-sm" variant="subtle" onClick={() => onShow(request)}>
        Details<VisuallyHidden> of the request to {request.ownerEmail}</VisuallyHidden>
      </Button>
      <SentActions request={request} />
    </>
  ),
})
