import type { Waiting } from '@deedbox/contract/dashboards.ts'
import { limits } from '@deedbox/contract/limits.ts'
import { screen } from '@deedbox/contract/messages.ts'
import type { AccessRequest } from '@deedbox/contract/requests.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { call } from '../lib/api.ts'
import { useDaysUntil } from '../lib/today.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { WhenStacked } from '../ui/when-stacked.tsx'
import classes from './dashboard.module.css'

/** `document` shows what an access request asks for; `actions` are Approve, Deny and Send Reminder. */
export type QueueCells = {
  document: (request: AccessRequest) => ReactNode
  actions: (request: AccessRequest) => ReactNode
}

function useWaiting(limit: number) {
  return useInfiniteQuery({
    queryKey: ['waiting', limit],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/waiting', {
        query: { limit, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    // Milliseconds after which new requests appear while the page is open.
    refetchInterval: 60_000,
  })
}

/** Returns the columns of a list of waiting requests, with the actions on each. */
export function queueColumns(
  { document, actions }: QueueCells,
  rows: Waiting[] | undefined,
): Column<Waiting>[] {
  const canRemind = rows?.some(({ kind, request }) => kind === 'access' && request.can.remind)
  const column: Column<Waiting> = {
    heading: 'Actions',
    kind: 'actions',
    width: canRemind ? '18.5rem' : '11rem',
    cell: (item) => (item.kind === 'access' ? actions(item.request) : <OpenOwnerRequest item={item} />),
  }
  return [requestColumn(document), ...columns, column]
}

/** List of all requests that wait for the person, the oldest first. */
export function WaitingQueue({ empty, ...cells }: QueueCells & { empty: ReactNode }) {
  const list = useWaiting(limits.page.default)
  const rows = list.data?.pages.flatMap(({ waiting }) => waiting)
  return (
    <PagedList list={list} rows={rows} failure={screen.loadRequests} empty={empty}>
      <DataTable
        label="Waiting for you"
        columns={queueColumns(cells, rows)}
        rows={rows}
        rowKey={({ request }) => request.id}
      />
    </PagedList>
  )
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ')

const clientOf = ({ clientName, clientEmail }: AccessRequest) =>
  clientName || clientEmail ? `for ${[clientName, clientEmail].filter(Boolean).join(', ')}` : ''

const requestColumn = (document: QueueCells['document']): Column<Waiting> => ({
  heading: 'Request',
  kind: 'main',
  cell: ({ kind, request }) =>
    kind === 'access' ? (
      document(request)
    ) : (
      <Stacked
        text={oneLine(request.message)}
        to={`/owner-request/${request.id}`}
        small={
          request.status === 'claimed'
            ? 'Owner request · claimed by you'
            : `Owner request to ${request.ownerName ?? request.ownerEmail} · nobody has claimed it yet`
        }
      />
    ),
})

const columns: Column<Waiting>[] = [
  {
    heading: 'From',
    width: '19%',
    cell: ({ kind, request }) => {
      const client = kind === 'access' ? clientOf(request) : ''
      return (
        <Stacked
          text={request.requesterName}
          small={client ? [request.requesterEmail, client] : request.requesterEmail}
        />
      )
    },
  },
  {
    heading: 'Sent',
    kind: 'number',
    width: '8rem',
    cell: ({ request }) => <WhenStacked at={request.createdAt} />,
  },
  {
    heading: 'Lapses',
    kind: 'number',
    width: '10rem',
    cell: (item) =>
      item.kind === 'access' && item.request.lapsesAt ? (
        <Lapses at={item.request.lapsesAt} />
      ) : (
        <span className={classes.quiet}>Does not lapse</span>
      ),
  },
]

/** Time when a request lapses, highlighted when that is soon. */
function Lapses({ at }: { at: string }) {
  const days = useDaysUntil()(at)
  if (days > limits.request.lapsesSoonDays) return <WhenStacked at={at} />
  return (
    <StatusBadge tone="warning" icon={IconClockExclamation}>
      {days <= 0 ? 'Lapses today' : days === 1 ? 'Lapses tomorrow' : `Lapses in ${days} days`}
    </StatusBadge>
  )
}

const OpenOwnerRequest = ({ item: { request } }: { item: Extract<Waiting, { kind: 'owner' }> }) => (
  <Button component={Link} to={`/owner-request/${request.id}`} size="compact-sm" variant="light">
    {request.can.fulfil ? 'Continue' : 'Open'}
    <VisuallyHidden> {`the request from ${request.requesterName}`}</VisuallyHidden>
  </Button>
)
